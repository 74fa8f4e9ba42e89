package tutti.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

final class HistogramLogTest {
    private final FrameStats stats = new FrameStats();

    @Test
    void shouldHaveEveryTimingUnderItsTitle() {
        final Map<String, Histogram> log = read(HistogramLog.write(stats));

        assertEquals(Timing.values().length, log.size());
        for (final Timing timing : Timing.values()) {
            assertEquals(0, log.get(timing.title().replace(' ', '-')).getTotalCount());
        }
    }

    @Test
    void shouldKeepEveryValueToThreeDigits() {
        stats.record(Timing.HOLD_WINDOW, 41_000);
        stats.record(Timing.HOLD_WINDOW, 41_000);
        stats.record(Timing.HOLD_WINDOW, 287_000);
        stats.record(Timing.DEPARTURE, 1_234_000);

        final Map<String, Histogram> log = read(HistogramLog.write(stats));

        assertEquals(3, log.get("hold-window").getTotalCount());
        assertEquals(2, log.get("hold-window").getCountAtValue(41_000));
        assertEquals(287_000, log.get("hold-window").getMaxValue(), 287);
        assertEquals(1_234_000, log.get("departure").getMaxValue(), 1_234);
    }

    @Test
    void shouldCountFromTheStartWheneverItIsWritten() {
        stats.record(Timing.FRAME, 500_000);
        HistogramLog.write(stats);
        stats.record(Timing.FRAME, 600_000);

        assertEquals(2, read(HistogramLog.write(stats)).get("frame").getTotalCount());
    }

    private static Map<String, Histogram> read(final byte[] log) {
        final Map<String, Histogram> histograms = new LinkedHashMap<>();
        final HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
        EncodableHistogram next = reader.nextIntervalHistogram();
        while (next != null) {
            histograms.put(next.getTag(), (Histogram) next);
            next = reader.nextIntervalHistogram();
        }
        return histograms;
    }
}
