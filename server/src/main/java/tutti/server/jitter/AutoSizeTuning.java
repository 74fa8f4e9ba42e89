package tutti.server.jitter;

/**
 * Constants of the automatic size, one set per block length (table in specification 6.5).
 *
 * <p>The two bounds on the error rate, B and B_max, are unit fractions, and given by their denominators: a rate of
 * {@code errors} in {@code events} is within the bound 1/n exactly when {@code errors * n <= events}. The quotient that
 * the specification compares in double precision gives the same answer: rounding keeps the order of two numbers, and a
 * quotient above 1/n is above it by a factor of 1 + 1/events or more, far more than rounding takes away.
 *
 * @param historyLength  H, events the error rates are averaged over
 * @param errorBound     1/B, events per error that a size must have to be the target of the filter
 * @param upperBound     1/B_max, events per error below which a size is so wrong that the filter hurries
 * @param weightUp       filter weight while the target is not below the filter value
 * @param weightDown     filter weight while the target is below the filter value
 * @param fastWeightUp   the same while hurrying
 * @param fastWeightDown the same while hurrying
 */
record AutoSizeTuning(int historyLength, int errorBound, int upperBound,
                      double weightUp, double weightDown, double fastWeightUp, double fastWeightDown) {

    private static final AutoSizeTuning BLOCKS_OF_128 =
            new AutoSizeTuning(11000, 2000, 100, 0.999995, 0.9999, 0.9995, 0.999);

    private static final AutoSizeTuning BLOCKS_OF_64 =
            new AutoSizeTuning(22500, 4000, 200, 0.9999975, 0.99994999875, 0.9997499687422, 0.999499875);

    /** The set for blocks of {@code blockSamples} samples, 64 or 128. */
    static AutoSizeTuning forBlockSamples(final int blockSamples) {
        return blockSamples == 64 ? BLOCKS_OF_64 : BLOCKS_OF_128;
    }
}
