package tutti.fleet;

import org.agrona.DirectBuffer;

/** One client's view of {@link ClientSockets}. What {@link #receive} found is valid until any client receives again. */
final class ClientSocket implements Outlet {

    private final ClientSockets sockets;
    private final int client;
    private boolean counting;
    private long sendFailures;

    ClientSocket(final ClientSockets sockets, final int client) {
        this.sockets = sockets;
        this.client = client;
    }

    @Override
    public boolean send(final long address, final int length) {
        if (sockets.send(client, address, length)) {
            return true;
        }
        if (counting) {
            sendFailures++;
        }
        return false;
    }

    /** The client's program dies: nobody is at this address any more. */
    void close() {
        sockets.close(client);
    }

    /**
     * Takes what has arrived. {@return number of datagrams; when it is {@link ClientSockets#MAX_RECEIVED}, ask again}
     */
    int receive() {
        return sockets.receive(client);
    }

    DirectBuffer buffer() {
        return sockets.buffer();
    }

    int offset(final int i) {
        return sockets.offset(i);
    }

    int length(final int i) {
        return sockets.length(i);
    }

    long arrivalNanos(final int i) {
        return sockets.arrivalNanos(i);
    }

    long wallClockNanos() {
        return sockets.wallClockNanos();
    }

    void startCounting() {
        counting = true;
    }

    void stopCounting() {
        counting = false;
    }

    /** {@return datagrams of any kind that the kernel refused while counting} */
    long sendFailures() {
        return sendFailures;
    }
}
