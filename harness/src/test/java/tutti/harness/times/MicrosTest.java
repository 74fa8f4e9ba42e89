package tutti.harness.times;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

final class MicrosTest {
    private static final double THREE_DIGITS = 1e-3;

    private final Histogram histogram = FrameStats.newHistogram();

    @Test
    void figuresAreInMicroseconds() {
        histogram.recordValueWithCount(100_000, 99);
        histogram.recordValue(2_000_000);
        assertEquals(119, Micros.mean(histogram), 119 * THREE_DIGITS);
        assertEquals(11_900, Micros.sum(histogram), 11_900 * THREE_DIGITS);
        assertEquals(100, Micros.percentile(histogram, 99), 100 * THREE_DIGITS);
        assertEquals(2000, Micros.percentile(histogram, 99.9), 2000 * THREE_DIGITS);
        assertEquals(2000, Micros.max(histogram), 2000 * THREE_DIGITS);
    }

    @Test
    void everyValueIsInTheBucketWhoseBoundItDoesNotExceed() {
        final double[] bounds = Timing.HOLD_WINDOW.bucketBoundsSeconds();
        final long[] expected = new long[bounds.length];
        for (int i = 0; i < bounds.length - 1; i++) {
            histogram.recordValueWithCount((long) (bounds[i] * 1e9 * 0.99), i + 1);
            expected[i] = i + 1;
        }
        histogram.recordValue(FrameStats.LONGEST_NANOS);
        expected[bounds.length - 1] = 1;
        assertArrayEquals(expected, Micros.bucketCounts(histogram, Timing.HOLD_WINDOW));
        assertEquals(histogram.getTotalCount(), Arrays.stream(expected).sum());
    }

    @Test
    void anEmptyHistogramHasEmptyBuckets() {
        assertEquals(0, Arrays.stream(Micros.bucketCounts(histogram, Timing.FRAME)).sum());
    }
}
