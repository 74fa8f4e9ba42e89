package tutti.harness.times;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import tutti.server.stats.Timing;

/** Figures of a histogram in ns, in microseconds as people read them. */
public final class Micros {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private Micros() {
    }

    /**
     * @param histogram in ns, not empty
     * @return mean, us
     */
    public static double mean(final Histogram histogram) {
        return histogram.getMean() / NANOS_PER_MICRO;
    }

    /**
     * @param histogram in ns, not empty
     * @return sum of all values, us
     */
    public static double sum(final Histogram histogram) {
        return mean(histogram) * histogram.getTotalCount();
    }

    /**
     * @param histogram in ns, not empty
     * @param percent   0 to 100
     * @return percentile, us
     */
    public static double percentile(final Histogram histogram, final double percent) {
        return histogram.getValueAtPercentile(percent) / NANOS_PER_MICRO;
    }

    /**
     * @param histogram in ns, not empty
     * @return greatest value, us
     */
    public static double max(final Histogram histogram) {
        return histogram.getMaxValue() / NANOS_PER_MICRO;
    }

    /**
     * @param histogram in ns
     * @param timing    of which it is
     * @return values in each of the buckets that {@code /metrics} has for it
     */
    public static long[] bucketCounts(final Histogram histogram, final Timing timing) {
        final double[] bounds = timing.bucketBoundsSeconds();
        final long[] counts = new long[bounds.length];
        int bucket = 0;
        for (final HistogramIterationValue value : histogram.recordedValues()) {
            while (value.getValueIteratedTo() > bounds[bucket] * NANOS_PER_SECOND) {
                bucket++;
            }
            counts[bucket] += value.getCountAddedInThisIterationStep();
        }
        return counts;
    }
}
