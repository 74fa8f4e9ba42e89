package tutti.server.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FrameStatsTest {
    private final FrameStats stats = new FrameStats();
    private final Histogram copy = FrameStats.newHistogram();

    @ParameterizedTest
    @EnumSource
    void shouldCopyAllSinceTheStartEveryTime(final Timing timing) {
        stats.record(timing, 1_000_000);
        stats.copySinceStart(timing, copy);
        assertEquals(1, copy.getTotalCount());

        stats.record(timing, 30_000_000);
        stats.copySinceStart(timing, copy);

        assertEquals(2, copy.getTotalCount());
        assertTrue(copy.valuesAreEquivalent(30_000_000, copy.getMaxValue()));
        assertTrue(copy.valuesAreEquivalent(1_000_000, copy.getMinNonZeroValue()));
    }

    @Test
    void shouldKeepTimingsApart() {
        stats.record(Timing.MIX, 5);
        stats.copySinceStart(Timing.ENCODE, copy);

        assertEquals(0, copy.getTotalCount());
    }

    @Test
    void shouldTakeTimesOutOfRangeForTheNearest() {
        stats.record(Timing.FRAME, -1);
        stats.record(Timing.FRAME, Long.MAX_VALUE);
        stats.copySinceStart(Timing.FRAME, copy);

        assertEquals(2, copy.getTotalCount());
        assertEquals(0, copy.getMinValue());
        assertTrue(copy.valuesAreEquivalent(FrameStats.LONGEST_NANOS, copy.getMaxValue()));
    }

    @Test
    void shouldPutBackTheFramesThatAStallHides() {
        stats.recordSkipped(4 * FrameStats.FRAME_PERIOD_NANOS);
        stats.copySinceStart(Timing.LATENESS, copy);

        assertEquals(4, copy.getTotalCount());
        for (int periods = 1; periods <= 4; periods++) {
            assertEquals(1, copy.getCountAtValue(periods * FrameStats.FRAME_PERIOD_NANOS), periods + " periods late");
        }
    }

    @Test
    void shouldNotAllocateWhileRecording() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        recordFrames(1_000);
        final long before = threads.getCurrentThreadAllocatedBytes();
        final long own = threads.getCurrentThreadAllocatedBytes() - before;

        recordFrames(10_000);

        assertEquals(0, threads.getCurrentThreadAllocatedBytes() - before - 2 * own);
    }

    private void recordFrames(final int frames) {
        for (int i = 0; i < frames; i++) {
            for (int t = 0; t < 10; t++) {
                stats.record(Timing.FRAME, i * 1_000L);
                stats.record(Timing.HOLD_WINDOW, i);
                stats.recordSkipped(i * 1_000L);
            }
        }
    }
}
