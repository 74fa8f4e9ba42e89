package tutti.server.jitter;

/**
 * Turns the error rates of the simulated buffers into one size: a slow filter towards the smallest size that is good
 * enough, faster in the beginning and when the present size is far too small (specification 6.5, steps 1 to 6).
 */
final class AutoSizer {

    private static final int INITIAL_BLOCKS = 6;

    /** How far the filter value must pass the middle between two sizes. */
    private static final double ROUNDING_MARGIN = 0.1;

    private final SimulatedBuffers simulated;
    private AutoSizeTuning tuning;
    private double filter;
    private int blocks;
    private int fastUpdates;

    AutoSizer(final SimulatedBuffers simulated) {
        this.simulated = simulated;
    }

    /** Starts anew: clears the statistics of the simulated buffers, and hurries for the first quarter of a history. */
    void restart(final AutoSizeTuning newTuning) {
        tuning = newTuning;
        simulated.clearStatistics(newTuning);
        filter = INITIAL_BLOCKS;
        blocks = INITIAL_BLOCKS;
        fastUpdates = newTuning.historyLength() / 4;
    }

    /** One step of the filter; called after every get of the real buffer. */
    void update() {
        final int target = simulated.smallestWithinErrorBound();
        final int tolerable = simulated.smallestWithinUpperBound();
        if (tolerable == SimulatedBuffers.LARGEST) {
            fastUpdates = tuning.historyLength() / 4;
        }
        boolean fast = blocks < tolerable;
        if (fastUpdates > 0) {
            fastUpdates--;
            fast = true;
        }
        final double weight = weight(fast, target < filter);
        filter = filter * weight + (1 - weight) * target;
        // Compared with the start value, as deployed servers do, not with the last decision.
        final double biased = filter > INITIAL_BLOCKS ? filter - ROUNDING_MARGIN : filter + ROUNDING_MARGIN;
        blocks = (int) (biased + 0.5);
        if (fastUpdates == tuning.historyLength() / 8 && !simulated.largestIsWithinErrorBound()) {
            simulated.clearStatistics(tuning);
        }
    }

    private double weight(final boolean fast, final boolean down) {
        if (fast) {
            return down ? tuning.fastWeightDown() : tuning.fastWeightUp();
        }
        return down ? tuning.weightDown() : tuning.weightUp();
    }

    /** The automatic size, 2 to 11 blocks. */
    int blocks() {
        return blocks;
    }

    /** The filter value the size is rounded from, blocks. */
    double filterValue() {
        return filter;
    }
}
