package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Packs coded blocks into the audio datagrams for one client: each block followed by its sequence byte if the client
 * asked for that, one, two or four blocks to a datagram (spec 5.3, 5.9).
 * <pre>
 *   +--------------+-----+--------------+-----+
 *   | coded block  | seq | coded block  | seq |  ...
 *   +--------------+-----+--------------+-----+
 * </pre>
 * A datagram of one block is not copied together: it is sent as two pieces, the block that others may share and the
 * client's own sequence byte. Datagrams of several blocks are collected here over one or more frames.
 */
final class OutgoingAudio {

    /** A client with 64-sample blocks is sent two datagrams in one frame. */
    private static final int SEQUENCE_BYTES = 2;

    private final MemorySegment sequences;
    private final MemorySegment datagram;
    private int blocks;
    private int sequence;

    OutgoingAudio(final Arena arena) {
        sequences = arena.allocate(SEQUENCE_BYTES);
        datagram = arena.allocate(StreamFormat.MAX_DATAGRAM_BYTES, 64);
    }

    /** Drops a half-filled datagram; the sequence goes on. */
    void restart() {
        blocks = 0;
    }

    /**
     * Hands one coded block on, and with the last one of a datagram the datagram.
     *
     * @param listener the client.
     * @param block address of the coded block; must stay as it is until the frame's audio is sent.
     * @param sender where the datagram goes.
     * @param now present time in ns.
     */
    void send(final Session listener, final long block, final AudioSender sender, final long now) {
        final StreamFormat format = listener.format();
        if (format.blocksPerDatagram() > 1) {
            collect(listener, block, sender, now);
        } else if (format.isSequenced()) {
            final long place = sequence & (SEQUENCE_BYTES - 1);
            sequences.set(ValueLayout.JAVA_BYTE, place, (byte) sequence);
            sender.add(listener, block, format.codedBytes(), sequences.address() + place, 1, now);
        } else {
            sender.add(listener, block, format.codedBytes(), 0, 0, now);
        }
        sequence++;
    }

    private void collect(final Session listener, final long block, final AudioSender sender, final long now) {
        final StreamFormat format = listener.format();
        final long offset = (long) blocks * format.baseBytes();
        MemorySegment.copy(AudioPath.ALL_MEMORY, block, datagram, offset, format.codedBytes());
        if (format.isSequenced()) {
            datagram.set(ValueLayout.JAVA_BYTE, offset + format.codedBytes(), (byte) sequence);
        }
        blocks++;
        if (blocks == format.blocksPerDatagram()) {
            blocks = 0;
            sender.add(listener, datagram.address(), format.datagramBytes(), 0, 0, now);
        }
    }
}
