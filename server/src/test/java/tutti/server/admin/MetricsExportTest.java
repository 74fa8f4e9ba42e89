package tutti.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

final class MetricsExportTest {
    private final Counters counters = new Counters();
    private final FrameStats stats = new FrameStats();
    private final MetricsExport export = new MetricsExport(counters, stats);

    @Test
    void shouldShowEveryCounterOfTheCatalogue() throws IOException {
        for (final Counter counter : Counter.values()) {
            counters.set(counter, 1_000 + counter.id());
        }
        final List<String> lines = lines();

        for (final Counter counter : Counter.values()) {
            final String suffix = counter.kind() == Counter.Kind.TOTAL ? "_total" : "";
            final String label = counter.family() == null ? ""
                : "{" + counter.family().label() + "=\"" + counter.labelValue() + "\"}";
            final String line = counter.metric() + suffix + label + " " + (1_000.0 + counter.id());
            assertTrue(lines.contains(line), line);
        }
    }

    @Test
    void shouldTellAFrameOf3MillisFromOneOf30() throws IOException {
        stats.record(Timing.FRAME, 2_600_000);
        stats.record(Timing.FRAME, 3_100_000);
        stats.record(Timing.FRAME, 29_000_000);
        stats.record(Timing.FRAME, 9_000_000_000L);
        final List<String> lines = lines();

        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"0.0025\"} 0"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"0.002667\"} 1"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"0.004\"} 2"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"0.02\"} 2"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"0.03\"} 3"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"1.0\"} 3"));
        assertTrue(lines.contains("tutti_frame_seconds_bucket{le=\"+Inf\"} 4"));
        assertTrue(lines.contains("tutti_frame_seconds_count 4"));
        assertEquals(9.0347, value(lines, "tutti_frame_seconds_sum"), 0.01);
    }

    @Test
    void shouldShowStagesAsLabelsOfOneMetric() throws IOException {
        stats.record(Timing.DECODE, 100_000);
        stats.record(Timing.ENCODE, 100_000);
        stats.record(Timing.ENCODE, 100_000);
        final List<String> lines = lines();

        assertEquals(1, lines.stream().filter(line -> line.equals("# TYPE tutti_stage_seconds histogram")).count());
        assertTrue(lines.contains("tutti_stage_seconds_count{stage=\"decode\"} 1"));
        assertTrue(lines.contains("tutti_stage_seconds_count{stage=\"encode\"} 2"));
    }

    @Test
    void shouldNeverFallBetweenTwoReadings() throws IOException {
        stats.record(Timing.MIX, 20_000);
        final double first = value(lines(), "tutti_stage_seconds_sum{stage=\"mix\"}");
        stats.record(Timing.MIX, 20_000);
        final double second = value(lines(), "tutti_stage_seconds_sum{stage=\"mix\"}");

        assertEquals(2 * first, second, 1e-12);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldShowWhatTheProcessTakes() throws IOException {
        final List<String> lines = lines();

        assertTrue(value(lines, "process_resident_memory_bytes") > 1_000_000);
        assertTrue(value(lines, "process_cpu_seconds_total") > 0);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count{gc=")));
    }

    @Test
    void shouldShowWhatEachThreadAllocates() throws IOException {
        final String series = "jvm_thread_allocated_bytes_total{thread=\"" + Thread.currentThread().getName() + "\"}";
        final List<String> before = lines();
        final byte[][] garbage = new byte[4][1_000_000];
        final List<String> after = lines();

        for (final String each : List.of(series, "jvm_allocated_bytes_total")) {
            assertTrue(value(after, each) >= value(before, each) + garbage.length * 1e6, each);
        }
    }

    private static double value(final List<String> lines, final String series) {
        return lines.stream().filter(line -> line.startsWith(series + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1))).findFirst().orElseThrow();
    }

    private List<String> lines() throws IOException {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, export.collect(), EscapingScheme.DEFAULT);
        return text.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
