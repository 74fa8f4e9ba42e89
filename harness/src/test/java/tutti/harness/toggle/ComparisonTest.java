package tutti.harness.toggle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.io.ByteArrayOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

final class ComparisonTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTakeOnlyWhatCameBetweenBeginAndEndOfASegment() throws IOException {
        segment("000-on", new long[] {900_000, 950_000}, new long[] {100_000, 102_000});
        segment("001-off", new long[] {800_000}, new long[] {200_000});

        final Comparison comparison = Comparison.of(Segment.readAll(folder));

        assertEquals(2, comparison.on().frames());
        assertEquals(101_000, comparison.on().get(Timing.DEPARTURE).getMean(), 200);
        assertEquals(102_000, comparison.on().get(Timing.DEPARTURE).getMaxValue(), 102);
        assertEquals(1, comparison.off().frames());
        assertEquals(200_000, comparison.off().get(Timing.DEPARTURE).getMean(), 200);
    }

    @Test
    void shouldCompareNeighboursInEitherOrder() throws IOException {
        segment("000-on", new long[] {}, new long[] {100_000});
        segment("001-off", new long[] {}, new long[] {200_000});
        segment("002-off", new long[] {}, new long[] {300_000, 300_000, 300_000, 900_000});
        segment("003-on", new long[] {}, new long[] {250_000, 250_000, 250_000, 950_000});
        segment("004-on", new long[] {}, new long[] {300_000});
        segment("005-off", new long[] {}, new long[] {250_000});

        final Comparison comparison = Comparison.of(Segment.readAll(folder));

        assertEquals(3, comparison.pairs());
        assertEquals(2, comparison.earlierInMean());
        assertEquals(1, comparison.earlierAtP99());
    }

    @Test
    void shouldLeaveOutASegmentThatCameToNoEnd() throws IOException {
        segment("000-on", new long[] {}, new long[] {100_000});
        segment("001-off", new long[] {}, new long[] {200_000});
        Files.write(folder.resolve("002-off-begin.hlog"), log(100_000));

        assertEquals(2, Segment.readAll(folder).size());
    }

    @Test
    void shouldRefuseNeighboursOfOneMode() throws IOException {
        segment("000-on", new long[] {}, new long[] {100_000});
        segment("001-on", new long[] {}, new long[] {200_000});

        assertThrows(IllegalArgumentException.class, () -> Comparison.of(Segment.readAll(folder)));
    }

    @Test
    void shouldNameAFileWithoutHistograms() throws IOException {
        Files.writeString(folder.resolve("000-on-begin.hlog"), "404 not found\n");
        Files.write(folder.resolve("000-on-end.hlog"), log(100_000));

        final IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> Segment.readAll(folder));
        assertTrue(e.getMessage().contains("000-on-begin.hlog"), e.getMessage());
    }

    @Test
    void shouldWriteMicrosecondsAndWhatElseIsKnown() throws IOException {
        segment("000-on", new long[] {}, new long[] {100_000});
        segment("001-off", new long[] {}, new long[] {200_000});
        final Comparison comparison = Comparison.of(Segment.readAll(folder));

        final JsonNode line = new ObjectMapper().readTree(Main.json(comparison, "{\"clients\":40}"));

        assertEquals(40, line.path("clients").asInt());
        assertEquals(100, line.at("/departure_us/on/p99").asDouble(), 0.1);
        assertEquals(200, line.at("/departure_us/off/max").asDouble(), 0.2);
        assertEquals(1, line.at("/pairs_on_earlier_at_p99").asInt());
        assertTrue(Main.table(comparison).contains("earlier on average in 1, at p99 in 1 of 1 pairs"));
    }

    /** Writes a segment: the server had seen some frames before, and saw others in it. */
    private void segment(final String name, final long[] before, final long[] within) throws IOException {
        Files.write(folder.resolve(name + "-begin.hlog"), log(before));
        final long[] all = new long[before.length + within.length];
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(within, 0, all, before.length, within.length);
        Files.write(folder.resolve(name + "-end.hlog"), log(all));
    }

    private static byte[] log(final long... nanos) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputLogFormatVersion();
        writer.outputLegend();
        for (final Timing timing : Timing.values()) {
            final Histogram histogram = FrameStats.newHistogram();
            for (final long value : nanos) {
                histogram.recordValue(value);
            }
            histogram.setTag(timing.tag());
            writer.outputIntervalHistogram(0, 0, histogram, 1e6);
        }
        writer.close();
        return bytes.toString(StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    }
}
