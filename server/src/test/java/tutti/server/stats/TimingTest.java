package tutti.server.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TimingTest {
    @ParameterizedTest
    @EnumSource
    void shouldHaveAscendingBoundsThatEndInInfinity(final Timing timing) {
        final double[] bounds = timing.bucketBoundsSeconds();
        for (int i = 1; i < bounds.length; i++) {
            assertTrue(bounds[i - 1] < bounds[i], timing + ": " + Arrays.toString(bounds));
        }
        assertEquals(Double.POSITIVE_INFINITY, bounds[bounds.length - 1]);
        assertTrue(Arrays.binarySearch(bounds, 0.002667) >= 0, "the period is a bound");
    }

    @Test
    void shouldTellLateFramesApart() {
        final double[] bounds = Timing.FRAME.bucketBoundsSeconds();

        assertTrue(bucket(bounds, 0.003) < bucket(bounds, 0.030));
        assertTrue(bucket(bounds, 0.030) < bucket(bounds, 0.300));
    }

    private static int bucket(final double[] bounds, final double seconds) {
        int bucket = 0;
        while (seconds > bounds[bucket]) {
            bucket++;
        }
        return bucket;
    }
}
