package tutti.transport;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a transport has done since it was opened. Written by the thread that uses the transport, read by any thread:
 * each value is exact or a moment old, values are not a snapshot of one instant.
 */
public final class TransportCounters {
    private static final int WAIT_CALLS = 0;
    private static final int RECEIVE_CALLS = 1;
    private static final int RECEIVE_FAILURES = 2;
    private static final int DATAGRAMS_RECEIVED = 3;
    private static final int SEND_CALLS = 4;
    private static final int DATAGRAMS_SENT = 5;
    private static final int FIRST_SEND_FAILURE = 6;

    private final AtomicLongArray values =
        new AtomicLongArray(FIRST_SEND_FAILURE + SendFailureKind.values().length);

    /** All at zero. */
    public TransportCounters() {
    }

    /** System calls made to wait. */
    public long waitCalls() {
        return values.getOpaque(WAIT_CALLS);
    }

    /** System calls made to receive, those that found nothing included. */
    public long receiveCalls() {
        return values.getOpaque(RECEIVE_CALLS);
    }

    /** System calls to receive that failed for another reason than finding nothing. */
    public long receiveFailures() {
        return values.getOpaque(RECEIVE_FAILURES);
    }

    /** Datagrams received, truncated ones included. */
    public long datagramsReceived() {
        return values.getOpaque(DATAGRAMS_RECEIVED);
    }

    /** System calls made to send, failed ones included. */
    public long sendCalls() {
        return values.getOpaque(SEND_CALLS);
    }

    /** Datagrams the kernel took. */
    public long datagramsSent() {
        return values.getOpaque(DATAGRAMS_SENT);
    }

    /** Datagrams the kernel did not take, of one kind. */
    public long sendFailures(final SendFailureKind kind) {
        return values.getOpaque(FIRST_SEND_FAILURE + kind.ordinal());
    }

    /** Datagrams the kernel did not take, of all kinds. */
    public long sendFailures() {
        long sum = 0;
        for (int i = FIRST_SEND_FAILURE; i < values.length(); i++) {
            sum += values.getOpaque(i);
        }
        return sum;
    }

    void waited() {
        add(WAIT_CALLS, 1);
    }

    void receiveCall() {
        add(RECEIVE_CALLS, 1);
    }

    void receiveFailed() {
        add(RECEIVE_FAILURES, 1);
    }

    void received(final int datagrams) {
        add(DATAGRAMS_RECEIVED, datagrams);
    }

    void sendCall() {
        add(SEND_CALLS, 1);
    }

    void sent(final int datagrams) {
        add(DATAGRAMS_SENT, datagrams);
    }

    void sendFailed(final SendFailureKind kind) {
        add(FIRST_SEND_FAILURE + kind.ordinal(), 1);
    }

    private void add(final int index, final long amount) {
        values.setOpaque(index, values.getPlain(index) + amount);
    }
}
