package tutti.server;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Acknowledgement;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.DatagramTransport;
import tutti.transport.PeerAddress;
import tutti.transport.SendBatch;

/**
 * Messages on their way out. They collect in a batch of their own, apart from the audio, and leave with one system call
 * when a stretch of control work ends. A body is written at {@link #BODY} of {@link #scratch()} and then either sent at
 * once or queued for reliable delivery.
 */
final class ControlOutbox {

    /** Where in {@link #scratch()} a message's body begins. */
    static final int BODY = Frame.HEADER_LENGTH;

    /** Owner of datagrams to strangers, in the sense of {@link SendBatch}. */
    static final int NOBODY = -1;

    private final DatagramTransport transport;
    private final SendBatch batch;
    private final Counters counters;
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[ServerLimits.CONTROL_MESSAGE_BYTES]);
    private final UnsafeBuffer acknowledgement =
        new UnsafeBuffer(new byte[Frame.OVERHEAD + Acknowledgement.BODY_LENGTH]);

    ControlOutbox(final DatagramTransport transport, final Counters counters) {
        this.transport = transport;
        this.counters = counters;
        batch = transport.newSendBatch(ServerLimits.CONTROL_SLOTS, ServerLimits.CONTROL_MESSAGE_BYTES);
    }

    /** Room for the body of one message, from {@link #BODY} on. */
    MutableDirectBuffer scratch() {
        return scratch;
    }

    /** Acknowledges a reliable message (spec 2.1). */
    void acknowledge(final Session to, final int id, final int counter) {
        final int body = Acknowledgement.write(acknowledgement, BODY, id);
        final int length = Frame.write(acknowledgement, 0, MessageId.ACKN, counter, body);
        post(to.address(), to.id(), acknowledgement, 0, length);
    }

    /**
     * Sends the connectionless message whose body is in {@link #scratch()}.
     *
     * @param to the receiver.
     * @param owner its channel id, or {@link #NOBODY}.
     * @param id message id.
     * @param bodyLength bytes of the body.
     */
    void send(final PeerAddress to, final int owner, final int id, final int bodyLength) {
        sendFramed(to, owner, id, 0, bodyLength);
    }

    /** Sends the message whose body is in {@link #scratch()} with a counter: the client id to a stranger. */
    void sendFramed(final PeerAddress to, final int owner, final int id, final int counter, final int bodyLength) {
        post(to, owner, scratch, 0, Frame.write(scratch, 0, id, counter, bodyLength));
    }

    /** Sends bytes as they are, as an echo does. */
    void post(final PeerAddress to, final int owner, final DirectBuffer source, final int offset, final int length) {
        if (batch.isFull()) {
            flush();
        }
        batch.addCopy(to, owner, source, offset, length);
    }

    /**
     * Queues the reliable message whose body is in {@link #scratch()}; it leaves with the next {@link #pump}.
     *
     * @return false when the client's queue had no room; the message is lost and counted.
     */
    boolean queue(final Session to, final int id, final int bodyLength) {
        final boolean queued = to.outbox().offer(id, scratch, BODY, bodyLength);
        if (!queued) {
            counters.increment(Counter.QUEUE_OVERFLOWS);
        }
        return queued;
    }

    /** Sends the message at the head of a client's queue if it is new or its acknowledgement is overdue. */
    void pump(final Session to, final long now) {
        if (to.outbox().due(now)) {
            post(to.address(), to.id(), to.outbox().headBuffer(), to.outbox().headOffset(), to.outbox().headLength());
            final long before = to.outbox().retransmissions();
            to.outbox().sent(now);
            counters.add(Counter.RETRANSMISSIONS, to.outbox().retransmissions() - before);
        }
    }

    /** Lets go of everything that waits. */
    void flush() {
        if (batch.size() == 0) {
            return;
        }
        final long callsBefore = transport.counters().sendCalls();
        counters.add(Counter.MESSAGES_SENT, transport.flush(batch));
        counters.add(Counter.CONTROL_SEND_CALLS, transport.counters().sendCalls() - callsBefore);
    }
}
