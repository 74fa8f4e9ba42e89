package tutti.harness.sweep;

import java.util.Arrays;

/**
 * A histogram with fixed buckets, as Prometheus knows it.
 *
 * @param boundsSeconds upper bounds of the buckets, ascending, the last one infinite
 * @param counts        values in each bucket alone, not below it
 * @param sumSeconds    sum of all values
 */
public record BucketHistogram(double[] boundsSeconds, long[] counts, double sumSeconds) {
    /** Checks that there is a count for each bucket. */
    public BucketHistogram {
        if (boundsSeconds.length != counts.length || counts.length == 0) {
            throw new IllegalArgumentException(boundsSeconds.length + " bounds, but " + counts.length + " counts");
        }
    }

    /**
     * @param earlier the same histogram at an earlier time
     * @return what has come in between
     */
    public BucketHistogram minus(final BucketHistogram earlier) {
        return combine(earlier, -1);
    }

    /**
     * @param other with the same buckets
     * @return both together
     */
    public BucketHistogram plus(final BucketHistogram other) {
        return combine(other, 1);
    }

    private BucketHistogram combine(final BucketHistogram other, final int sign) {
        if (!Arrays.equals(boundsSeconds, other.boundsSeconds)) {
            throw new IllegalArgumentException("histograms with different buckets: " + Arrays.toString(boundsSeconds)
                + " and " + Arrays.toString(other.boundsSeconds));
        }
        final long[] combined = new long[counts.length];
        Arrays.setAll(combined, i -> counts[i] + sign * other.counts[i]);
        return new BucketHistogram(boundsSeconds, combined, sumSeconds + sign * other.sumSeconds);
    }

    /**
     * @return number of values
     */
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /**
     * @return mean in seconds; NaN without values
     */
    public double meanSeconds() {
        return count() == 0 ? Double.NaN : sumSeconds / count();
    }

    /**
     * @param fraction 0 to 1: 0.99 for the 99th percentile
     * @return the percentile in seconds, values taken as evenly spread within their bucket; the last finite bound
     *         when it lies beyond it; NaN without values
     */
    public double quantileSeconds(final double fraction) {
        final double rank = fraction * count();
        double below = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && below + counts[i] >= rank) {
                final double lower = i == 0 ? 0 : boundsSeconds[i - 1];
                return Double.isInfinite(boundsSeconds[i])
                    ? lower
                    : lower + (boundsSeconds[i] - lower) * Math.max(0, rank - below) / counts[i];
            }
            below += counts[i];
        }
        return Double.NaN;
    }

    /**
     * @return upper bound in seconds of the highest bucket with a value in it: no value was above; NaN without values
     */
    public double maxAtMostSeconds() {
        for (int i = counts.length - 1; i >= 0; i--) {
            if (counts[i] > 0) {
                return boundsSeconds[i];
            }
        }
        return Double.NaN;
    }
}
