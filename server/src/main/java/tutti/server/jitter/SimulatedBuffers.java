package tutti.server.jitter;

/**
 * Ten buffers without bytes, of 2 to 11 blocks, that see every put and get of the real one and so learn which error
 * rate each size would have had (specification 6.5).
 */
final class SimulatedBuffers {

    /** Blocks of the smallest simulated buffer. */
    static final int SMALLEST = 2;

    /** Blocks of the largest simulated buffer. */
    static final int LARGEST = 11;

    private final BlockWindow[] windows = new BlockWindow[LARGEST - SMALLEST + 1];
    private final ErrorHistory[] histories = new ErrorHistory[windows.length];

    SimulatedBuffers() {
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new BlockWindow(SMALLEST + i);
            histories[i] = new ErrorHistory(AutoSizeTuning.MAX_HISTORY_LENGTH);
        }
    }

    /** Empties the buffers; their sequence numbers stay. */
    void clearBlocks() {
        for (final BlockWindow window : windows) {
            window.clear();
        }
    }

    /** Empties the buffers and sets their sequence numbers to 0. */
    void resetBlocks() {
        for (final BlockWindow window : windows) {
            window.reset();
        }
    }

    /** Forgets the error rates: all are 1.0 afterwards. {@code historyLength} is in events. */
    void clearStatistics(final int historyLength) {
        for (final ErrorHistory history : histories) {
            history.clear(historyLength);
        }
    }

    /**
     * One put of a datagram with sequence numbers, which never fails.
     *
     * @param numbers the sequence bytes of its blocks, the first in the lowest 8 bits, the second in the next, ...
     * @param blocks  how many there are, 1 to 4
     */
    void put(final int numbers, final int blocks) {
        for (int i = 0; i < windows.length; i++) {
            final BlockWindow window = windows[i];
            int rest = numbers;
            for (int block = 0; block < blocks; block++) {
                window.put(rest);
                rest >>>= Byte.SIZE;
            }
            histories[i].record(false);
        }
    }

    /** One get with sequence numbers. */
    void get() {
        for (int i = 0; i < windows.length; i++) {
            histories[i].record(!windows[i].get());
        }
    }

    /** One put of {@code blocks} blocks without sequence numbers. */
    void append(final int blocks) {
        for (int i = 0; i < windows.length; i++) {
            histories[i].record(!windows[i].append(blocks));
        }
    }

    /** One get without sequence numbers. */
    void takeOldest() {
        for (int i = 0; i < windows.length; i++) {
            histories[i].record(!windows[i].takeOldest());
        }
    }

    /** Error rate of the buffer of {@code blocks} blocks, 0.0 to 1.0. */
    double errorRate(final int blocks) {
        return histories[blocks - SMALLEST].rate();
    }

    /**
     * The smallest size, not below {@code from}, whose error rate is at most {@code bound}.
     *
     * @return blocks; {@link #LARGEST} when no smaller size qualifies, whatever its own rate
     */
    int smallestWithin(final double bound, final int from) {
        for (int blocks = from; blocks < LARGEST; blocks++) {
            if (errorRate(blocks) <= bound) {
                return blocks;
            }
        }
        return LARGEST;
    }
}
