package tutti.harness.sweep;

import java.util.Arrays;

/**
 * What a few measured values have in common.
 *
 * @param count number of values, 1 or more
 * @param mean  arithmetic mean
 * @param sd    standard deviation of the sample (n - 1); 0 for a single value
 * @param min   least
 * @param max   greatest
 */
public record SampleStatistics(int count, double mean, double sd, double min, double max) {
    /**
     * @param values one or more
     * @return their statistics
     * @throws IllegalArgumentException without values
     */
    public static SampleStatistics of(final double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values, no statistics");
        }
        final double mean = Arrays.stream(values).average().orElseThrow();
        final double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
        final double sd = values.length == 1 ? 0 : Math.sqrt(squares / (values.length - 1));
        return new SampleStatistics(values.length, mean, sd, Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow());
    }

    /**
     * @param other of another arm
     * @return whether a value of one lies within or beyond the values of the other: neither's least is above the
     *         other's greatest
     */
    public boolean overlaps(final SampleStatistics other) {
        return min <= other.max && other.min <= max;
    }
}
