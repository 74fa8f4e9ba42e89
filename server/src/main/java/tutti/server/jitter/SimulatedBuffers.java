package tutti.server.jitter;

import java.util.Arrays;

/**
 * Ten buffers without bytes, of 2 to 11 blocks, that see every put and get of the real one and so learn which error
 * rate each size would have had (specification 6.5).
 *
 * <p>Their windows (see {@link BlockWindow}) lie side by side in two words, so that one operation serves five:
 *
 * <pre>
 *   bit        59       48 47       36 35       24 23       12 11        0
 *             ┌───────────┬───────────┬───────────┬───────────┬───────────┐
 *   smaller   │  6 blocks │  5 blocks │  4 blocks │  3 blocks │  2 blocks │   in each, bit 0 is the block
 *   larger    │ 11 blocks │ 10 blocks │  9 blocks │  8 blocks │  7 blocks │   to be played next
 *             └───────────┴───────────┴───────────┴───────────┴───────────┘
 * </pre>
 *
 * <p>As every get moves all windows on by one, what tells their places apart changes only when one of them has to
 * follow the stream. Until then a block inside the part that all windows cover needs no look at each of them: its bits
 * are those of the first block of that part, shifted.
 */
final class SimulatedBuffers {

    /** Blocks of the smallest simulated buffer. */
    static final int SMALLEST = 2;

    /** Blocks of the largest simulated buffer. */
    static final int LARGEST = 11;

    private static final int BUFFERS = LARGEST - SMALLEST + 1;
    private static final int BUFFERS_IN_WORD = BUFFERS / 2;

    /** Bits from one window to the next; the topmost stays 0 in all of them. */
    private static final int STRIDE = LARGEST + 1;
    private static final int WINDOW = (1 << STRIDE) - 1;

    /** Bit 0 of each window. */
    private static final long NEXT = 0x001_001_001_001_001L;
    private static final long TOPMOST = NEXT << STRIDE - 1;

    /** In each window, the first bit that its size leaves unused. */
    private static final long ENDS_OF_SMALLER = endsOf(SMALLEST);
    private static final long ENDS_OF_LARGER = endsOf(SMALLEST + BUFFERS_IN_WORD);

    private long smaller;
    private long larger;
    /** Number of gets modulo 2^32: where all windows would begin if none had ever followed the stream. */
    private int gets;
    /** The sequence number modulo 256, less {@link #gets}, from which on a block lies in all windows. */
    private int commonStart;
    /** How many blocks lie in all windows; 0 also when not known. */
    private int commonLength;
    /** The bits of the first block that lies in all windows. */
    private long smallerCommon;
    private long largerCommon;

    /** Where each window begins: the sequence number modulo 256, less {@link #gets}. */
    private final int[] starts = new int[BUFFERS];
    /** Takes the place of one window after the other where each goes its own way. */
    private final BlockWindow window = new BlockWindow(SMALLEST);
    private final ErrorHistories histories = new ErrorHistories(BUFFERS);

    private static long endsOf(final int smallest) {
        long ends = 0;
        for (int i = 0; i < BUFFERS_IN_WORD; i++) {
            ends |= 1L << i * STRIDE + smallest + i;
        }
        return ends;
    }

    /** Empties the buffers; their sequence numbers stay. */
    void clearBlocks() {
        smaller = 0;
        larger = 0;
    }

    /** Empties the buffers and sets their sequence numbers to 0. */
    void resetBlocks() {
        clearBlocks();
        gets = 0;
        commonLength = 0;
        Arrays.fill(starts, 0);
    }

    /** Forgets the error rates: all are 1.0 afterwards. */
    void clearStatistics(final AutoSizeTuning tuning) {
        histories.clear(tuning);
    }

    /**
     * One put of a datagram with sequence numbers, which never fails.
     *
     * @param numbers the sequence bytes of its blocks, the first in the lowest 8 bits, the second in the next, ...
     * @param blocks  how many there are, 1 to 4
     */
    void put(final int numbers, final int blocks) {
        int rest = numbers;
        for (int block = 0; block < blocks; block++) {
            putBlock(rest);
            rest >>>= Byte.SIZE;
        }
        histories.record(0);
    }

    private void putBlock(final int number) {
        final int place = number - gets;
        final int distance = place - commonStart & 0xff;
        if (distance < commonLength) {
            smaller |= smallerCommon << distance;
            larger |= largerCommon << distance;
        } else {
            putInEach(place);
            findCommon(place);
        }
    }

    /** {@code place} is the block's sequence number less {@link #gets}, as in {@link #starts}. */
    private void putInEach(final int place) {
        for (int i = 0; i < BUFFERS; i++) {
            window.assign(SMALLEST + i, held(i), starts[i]);
            window.put(place);
            setHeld(i, window.held());
            starts[i] = window.sequence();
        }
    }

    /** Finds the blocks that lie in all windows, given one of them. */
    private void findCommon(final int place) {
        int before = LARGEST;
        int after = LARGEST;
        for (int i = 0; i < BUFFERS; i++) {
            final int distance = place - starts[i] & 0xff;
            before = Math.min(before, distance);
            after = Math.min(after, SMALLEST + i - distance);
        }
        commonStart = place - before;
        commonLength = before + after;
        smallerCommon = commonBits(0);
        largerCommon = commonBits(BUFFERS_IN_WORD);
    }

    private long commonBits(final int first) {
        long bits = 0;
        for (int i = 0; i < BUFFERS_IN_WORD; i++) {
            bits |= 1L << i * STRIDE + (commonStart - starts[first + i] & 0xff);
        }
        return bits;
    }

    /** One get with sequence numbers. */
    void get() {
        final int missing = missing();
        moveOn();
        histories.record(missing);
    }

    /** One put of {@code blocks} blocks without sequence numbers. */
    void append(final int blocks) {
        int refused = 0;
        if (blocks <= SMALLEST
                && (smaller & ENDS_OF_SMALLER >>> blocks | larger & ENDS_OF_LARGER >>> blocks) == 0) {
            final long added = (NEXT << blocks) - NEXT;
            smaller = smaller << blocks | added;
            larger = larger << blocks | added;
        } else {
            refused = appendToEach(blocks);
        }
        histories.record(refused);
    }

    private int appendToEach(final int blocks) {
        int refused = 0;
        for (int i = 0; i < BUFFERS; i++) {
            window.assign(SMALLEST + i, held(i), starts[i]);
            refused |= window.append(blocks) ? 0 : 1 << i;
            setHeld(i, window.held());
        }
        return refused;
    }

    /** One get without sequence numbers. */
    void takeOldest() {
        // Blocks lie without gaps from the next on: when that is missing, the window is empty, and stays where it is.
        final int empty = missing();
        if (empty != 0) {
            keepStarts(empty);
        }
        moveOn();
        histories.record(empty);
    }

    /** Makes up for the move of all windows that is about to come. */
    private void keepStarts(final int buffers) {
        for (int rest = buffers; rest != 0; rest &= rest - 1) {
            starts[Integer.numberOfTrailingZeros(rest)]--;
        }
        commonLength = 0;
    }

    /** The buffers that lack the block to be played next, as a bit mask. */
    private int missing() {
        if ((smaller & larger & NEXT) == NEXT) {
            return 0;
        }
        return (int) (Long.compress(~smaller, NEXT) | Long.compress(~larger, NEXT) << BUFFERS_IN_WORD);
    }

    private void moveOn() {
        // The next block of one window would become the topmost of its neighbour.
        smaller = smaller >>> 1 & ~TOPMOST;
        larger = larger >>> 1 & ~TOPMOST;
        gets++;
    }

    private int held(final int buffer) {
        return (int) ((buffer < BUFFERS_IN_WORD ? smaller : larger) >>> shift(buffer)) & WINDOW;
    }

    private void setHeld(final int buffer, final int held) {
        final long change = (long) (held ^ held(buffer)) << shift(buffer);
        if (buffer < BUFFERS_IN_WORD) {
            smaller ^= change;
        } else {
            larger ^= change;
        }
    }

    private static int shift(final int buffer) {
        return buffer % BUFFERS_IN_WORD * STRIDE;
    }

    /** The smallest size whose error rate is at most B; {@link #LARGEST} when no smaller one has that. */
    int smallestWithinErrorBound() {
        return smallestOf(histories.withinErrorBound());
    }

    /** The smallest size whose error rate is at most B_max; {@link #LARGEST} when no smaller one has that. */
    int smallestWithinUpperBound() {
        return smallestOf(histories.withinUpperBound());
    }

    private static int smallestOf(final int buffers) {
        return SMALLEST + Integer.numberOfTrailingZeros(buffers | 1 << BUFFERS - 1);
    }

    /** Whether the error rate of the largest buffer is at most B. */
    boolean largestIsWithinErrorBound() {
        return histories.withinErrorBound() >>> BUFFERS - 1 != 0;
    }
}
