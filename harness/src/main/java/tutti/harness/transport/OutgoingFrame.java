package tutti.harness.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.agrona.concurrent.UnsafeBuffer;

import tutti.transport.DatagramTransport;
import tutti.transport.SendBatch;

/**
 * One frame's audio on its way out: for each client a datagram of 72 bytes, which is a stereo block of 128 samples at
 * the usual quality and its sequence byte. All coded blocks lie in native memory, as they do in the server.
 */
final class OutgoingFrame implements AutoCloseable {

    static final int CODED_BYTES = 71;
    static final int DATAGRAM_BYTES = CODED_BYTES + 1;

    /** Apart like the server's, which leaves room for the largest datagram of each client. */
    private static final int STRIDE = 5120;
    private static final byte SEQUENCE = 0x5A;

    private final Arena arena = Arena.ofConfined();
    private final DatagramTransport transport;
    private final ClientSockets clients;
    private final SendBatch batch;
    private final int datagrams;
    private final UnsafeBuffer payloads;
    private final long payloadAddress;
    private final long sequenceAddress;

    /**
     * Prepares a frame.
     *
     * @param transport sends it; closed with the frame
     * @param datagrams clients to send to, one datagram each
     */
    OutgoingFrame(final DatagramTransport transport, final int datagrams) throws IOException {
        this.transport = transport;
        this.datagrams = datagrams;
        clients = new ClientSockets(datagrams);
        batch = transport.newSendBatch(datagrams, DATAGRAM_BYTES);
        final MemorySegment memory = arena.allocate((long) datagrams * STRIDE, 64);
        payloads = new UnsafeBuffer(memory.asByteBuffer());
        payloadAddress = memory.address();
        for (int client = 0; client < datagrams; client++) {
            payloads.setMemory(client * STRIDE, CODED_BYTES, firstByte(client));
            payloads.putByte(client * STRIDE + CODED_BYTES, SEQUENCE);
        }
        final MemorySegment sequence = arena.allocate(1);
        sequence.fill(SEQUENCE);
        sequenceAddress = sequence.address();
    }

    /** Fills the batch, each datagram in one piece. */
    SendBatch fill() {
        batch.clear();
        for (int client = 0; client < datagrams; client++) {
            batch.add(clients.address(client), client, payloadAddress + (long) client * STRIDE, DATAGRAM_BYTES);
        }
        return batch;
    }

    /** Fills the batch, each datagram in two pieces: a coded block, and a sequence byte from elsewhere. */
    SendBatch fillTwoParts() {
        batch.clear();
        for (int client = 0; client < datagrams; client++) {
            batch.add(clients.address(client), client, payloadAddress + (long) client * STRIDE, CODED_BYTES,
                sequenceAddress, 1);
        }
        return batch;
    }

    /** Fills the batch, each datagram copied into it. */
    SendBatch fillCopies() {
        batch.clear();
        for (int client = 0; client < datagrams; client++) {
            batch.addCopy(clients.address(client), client, payloads, client * STRIDE, DATAGRAM_BYTES);
        }
        return batch;
    }

    /** Takes all datagrams out of the clients' sockets and checks that each client got its own. */
    void drain() {
        for (int client = 0; client < datagrams; client++) {
            clients.take(client, DATAGRAM_BYTES, firstByte(client), SEQUENCE);
        }
    }

    private static byte firstByte(final int client) {
        return (byte) (client + 1);
    }

    @Override
    public void close() {
        transport.close();
        clients.close();
        arena.close();
    }
}
