package tutti.server;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.server.jitter.JitterBuffer;

/**
 * A jitter buffer's practice for a {@link Rehearsal}: what networks do within minutes, in a moment. On loopback its
 * size would never change, and the code that changes it would be compiled while musicians play.
 */
final class JitterEtude {

    private static final int CODED_BYTES = 10;
    private static final int BLOCK_SAMPLES = 128;
    private static final int BLOCKS_PER_NETWORK = 6000;
    /** Longest delay of a block, in blocks, for one network after the other. */
    private static final int[] LONGEST_DELAYS = {0, 4, 1, 12};

    private final JitterBuffer buffer = new JitterBuffer(Arena.ofAuto().allocate(JitterBuffer.STORAGE_BYTES));
    private final UnsafeBuffer datagram = new UnsafeBuffer(new byte[CODED_BYTES + 1]);
    private final SplittableRandom random = new SplittableRandom(1);
    private int time;
    private int sent;
    private int arrival;

    JitterEtude() {
        buffer.configure(CODED_BYTES, true, 1, BLOCK_SAMPLES);
    }

    /** The buffer's present size, in blocks. */
    int size() {
        return buffer.size();
    }

    /** Goes on for so many blocks. */
    void play(final int blocks) {
        for (int end = time + blocks; time < end; time++) {
            while (arrival <= time) {
                datagram.putByte(CODED_BYTES, (byte) sent);
                buffer.put(datagram, 0, datagram.capacity());
                sent++;
                final int longest = LONGEST_DELAYS[sent / BLOCKS_PER_NETWORK % LONGEST_DELAYS.length];
                arrival = Math.max(arrival, sent + random.nextInt(longest + 1));
            }
            buffer.get();
            buffer.applyAutomatic();
        }
    }
}
