package tutti.server.jitter;

/**
 * Constants of the automatic size, one set per block length (table in specification 6.5).
 *
 * @param historyLength  H, events the error rates are averaged over
 * @param errorBound     B, the error rate a size may have to be the target of the filter
 * @param upperBound     the error rate above which a size is so wrong that the filter hurries
 * @param weightUp       filter weight while the target is not below the filter value
 * @param weightDown     filter weight while the target is below the filter value
 * @param fastWeightUp   the same while hurrying
 * @param fastWeightDown the same while hurrying
 */
record AutoSizeTuning(int historyLength, double errorBound, double upperBound,
                      double weightUp, double weightDown, double fastWeightUp, double fastWeightDown) {

    private static final AutoSizeTuning BLOCKS_OF_128 =
            new AutoSizeTuning(11000, 0.0005, 0.01, 0.999995, 0.9999, 0.9995, 0.999);

    private static final AutoSizeTuning BLOCKS_OF_64 =
            new AutoSizeTuning(22500, 0.00025, 0.005, 0.9999975, 0.99994999875, 0.9997499687422, 0.999499875);

    /** The longest history of all sets, in events. */
    static final int MAX_HISTORY_LENGTH = 22500;

    /** The set for blocks of {@code blockSamples} samples, 64 or 128. */
    static AutoSizeTuning forBlockSamples(final int blockSamples) {
        return blockSamples == 64 ? BLOCKS_OF_64 : BLOCKS_OF_128;
    }
}
