package tutti.transport;

import tutti.libc.LibC;

/** Flushes batches by the rules of {@link DatagramTransport}. */
final class LinuxSender {
    /** How often one flush repeats calls that a signal interrupted; then it drops the rest. */
    static final int MAX_INTERRUPTIONS = 8;

    private final DatagramCalls calls;
    private final TransportCounters counters;
    private final SendFailureListener listener;

    LinuxSender(
        final DatagramCalls calls, final TransportCounters counters, final SendFailureListener listener) {
        this.calls = calls;
        this.counters = counters;
        this.listener = listener;
    }

    /**
     * Hands the whole batch to the kernel and empties it. The kernel reports an error only if it concerns the first
     * datagram of a call; otherwise it returns how many it took before the failing one, which is then the first of the
     * next call.
     *
     * @param socket file descriptor
     * @param batch what to send
     * @param together true for {@code sendmmsg}, false for one {@code sendmsg} a datagram
     * @return datagrams the kernel took
     */
    int flush(final int socket, final LinuxSendBatch batch, final boolean together) {
        final int size = batch.size();
        int interruptionsLeft = MAX_INTERRUPTIONS;
        int sent = 0;
        int next = 0;
        while (next < size) {
            final int result = together ? sendFrom(socket, batch, next) : sendOne(socket, batch, next);
            if (result > 0) {
                sent += result;
                next += result;
            } else if (result == -LibC.EINTR && interruptionsLeft > 0) {
                interruptionsLeft--;
            } else {
                next = failed(batch, next, -result);
            }
        }
        counters.sent(sent);
        batch.clear();
        return sent;
    }

    private int sendFrom(final int socket, final LinuxSendBatch batch, final int next) {
        counters.sendCall();
        final int result =
            calls.sendmmsg(socket, batch.headersFrom(next), batch.size() - next, LibC.MSG_DONTWAIT);
        // A call that takes nothing and names no error would otherwise be repeated for ever.
        return result == 0 ? -LibC.EAGAIN : result;
    }

    private int sendOne(final int socket, final LinuxSendBatch batch, final int next) {
        counters.sendCall();
        final int result = calls.sendmsg(socket, batch.headersFrom(next), LibC.MSG_DONTWAIT);
        return result < 0 ? result : 1;
    }

    /**
     * Reports the datagram that failed, and with it all that would fail for the same reason; returns the next to try.
     */
    private int failed(final LinuxSendBatch batch, final int first, final int errno) {
        final SendFailureKind kind = SendFailureKind.of(errno);
        final boolean giveUp = kind == SendFailureKind.NO_ROOM || errno == LibC.EINTR;
        final int end = giveUp ? batch.size() : first + 1;
        for (int i = first; i < end; i++) {
            counters.sendFailed(kind);
            listener.onSendFailure(batch.owner(i), errno);
        }
        return end;
    }
}
