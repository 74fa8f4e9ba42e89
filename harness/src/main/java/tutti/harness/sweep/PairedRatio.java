package tutti.harness.sweep;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of two arms, from runs that were made one after the other.
 *
 * <p>The ratio is the geometric mean of the pairs' ratios. Its interval is Student's t on their logarithms, with
 * {@code pairs - 1} degrees of freedom, which takes the logarithms as normally distributed.
 *
 * @param pairs number of pairs, 1 or more
 * @param ratio first arm over second arm
 * @param low   lower end of the 95 % confidence interval; NaN for a single pair
 * @param high  upper end; NaN for a single pair
 */
public record PairedRatio(int pairs, double ratio, double low, double high) {
    private static final double UPPER_TAIL = 0.975;

    /**
     * @param first  values of one arm, all above 0
     * @param second values of the other, in the same order
     * @return first over second
     * @throws IllegalArgumentException when there are none, not as many, or values not above 0
     */
    public static PairedRatio of(final double[] first, final double[] second) {
        if (first.length != second.length || first.length == 0) {
            throw new IllegalArgumentException(first.length + " and " + second.length + " values do not make pairs");
        }
        final double[] logarithms = new double[first.length];
        for (int i = 0; i < first.length; i++) {
            if (!(first[i] > 0 && second[i] > 0)) {
                throw new IllegalArgumentException("no ratio of " + first[i] + " and " + second[i]);
            }
            logarithms[i] = Math.log(first[i] / second[i]);
        }
        final SampleStatistics statistics = SampleStatistics.of(logarithms);
        final double ratio = Math.exp(statistics.mean());
        if (first.length == 1) {
            return new PairedRatio(1, ratio, Double.NaN, Double.NaN);
        }
        final double half = TDistribution.of(first.length - 1.0).inverseCumulativeProbability(UPPER_TAIL)
            * statistics.sd() / Math.sqrt(first.length);
        return new PairedRatio(first.length, ratio, Math.exp(statistics.mean() - half),
            Math.exp(statistics.mean() + half));
    }
}
