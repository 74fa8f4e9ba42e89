package tutti.harness.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.DirectBuffer;

import tutti.harness.Expect;
import tutti.transport.DatagramTransport;
import tutti.transport.Lane;
import tutti.transport.LinuxTransport;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;
import tutti.transport.TransportOptions;

/** The clients' ends: one bound socket each on the loopback interface. Emptying them allocates nothing. */
final class ClientSockets implements AutoCloseable {

    private static final int RECEIVE_BUFFER_BYTES = 64 * 1024;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DatagramTransport[] sockets;
    private final ReceiveBatch[] received;
    private final PeerAddress[] addresses;

    ClientSockets(final int clients) throws IOException {
        final InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        final TransportOptions options = TransportOptions.onPort(0).withBindAddress(loopback).withSteering(false)
            .withReceiveBufferBytes(RECEIVE_BUFFER_BYTES);
        sockets = new DatagramTransport[clients];
        received = new ReceiveBatch[clients];
        addresses = new PeerAddress[clients];
        for (int client = 0; client < clients; client++) {
            sockets[client] = LinuxTransport.open(options);
            received[client] = sockets[client].newReceiveBatch(1);
            addresses[client] = new PeerAddress(new InetSocketAddress(loopback, sockets[client].localPort()));
        }
    }

    PeerAddress address(final int client) {
        return addresses[client];
    }

    /**
     * Takes the one datagram that was sent to a client.
     *
     * @param client    0 to number of clients - 1
     * @param length    bytes it must have
     * @param firstByte what must be in its first byte
     * @param lastByte  what must be in its last byte
     */
    void take(final int client, final int length, final byte firstByte, final byte lastByte) {
        final ReceiveBatch batch = received[client];
        // Delivery over loopback is part of the send, except when the kernel puts it off because it is busy.
        while (sockets[client].receive(Lane.AUDIO, batch) == 0) {
            if (!sockets[client].await(System.nanoTime() + PATIENCE_NANOS, true)) {
                throw new IllegalStateException("client " + client + " was sent a datagram that did not arrive");
            }
        }
        final DirectBuffer buffer = batch.buffer();
        final int offset = batch.offset(0);
        Expect.equal("bytes of the datagram", length, batch.length(0));
        Expect.equal("first byte of the datagram", firstByte, buffer.getByte(offset));
        Expect.equal("last byte of the datagram", lastByte, buffer.getByte(offset + length - 1));
    }

    @Override
    public void close() {
        for (final DatagramTransport socket : sockets) {
            socket.close();
        }
    }
}
