package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.MemorySegment;

/**
 * Assembles the audio datagrams for one client: coded blocks, each followed by its sequence byte if the client asked for
 * that, one, two or four blocks to a datagram (spec 5.3, 5.9).
 * <pre>
 *   +--------------+-----+--------------+-----+
 *   | coded block  | seq | coded block  | seq |  ...
 *   +--------------+-----+--------------+-----+
 * </pre>
 * There is room for two datagrams, because a client with 64-sample blocks is sent two in one frame, and the first must
 * stay as it is until the frame's batch has left.
 */
final class OutgoingAudio {

    private static final int DATAGRAMS = 2;
    private static final int STRIDE = (StreamFormat.MAX_DATAGRAM_BYTES + 63) / 64 * 64;

    private final MemorySegment memory;
    private int current;
    private int blocks;
    private int sequence;

    OutgoingAudio(final Arena arena) {
        memory = arena.allocate((long) DATAGRAMS * STRIDE, 64);
    }

    /** Drops a half-filled datagram; the sequence goes on. */
    void restart() {
        blocks = 0;
    }

    /** Where the next coded block must be written. */
    long nextBlock(final StreamFormat format) {
        return memory.address() + offset(format);
    }

    /**
     * Completes the block that was written at {@link #nextBlock}.
     *
     * @return whether the datagram is complete now: it begins at {@link #completed()}.
     */
    boolean blockWritten(final StreamFormat format) {
        if (format.isSequenced()) {
            memory.set(ValueLayout.JAVA_BYTE, (long) offset(format) + format.codedBytes(), (byte) sequence);
        }
        sequence++;
        blocks++;
        if (blocks < format.blocksPerDatagram()) {
            return false;
        }
        blocks = 0;
        current = (current + 1) % DATAGRAMS;
        return true;
    }

    /** Address of the datagram completed last; valid until the next but one is begun. */
    long completed() {
        return memory.address() + (long) ((current + DATAGRAMS - 1) % DATAGRAMS) * STRIDE;
    }

    private int offset(final StreamFormat format) {
        return current * STRIDE + blocks * format.baseBytes();
    }
}
