package tutti.harness.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;
import tutti.harness.times.Micros;
import tutti.server.stats.Timing;

/** Writes every run with everything that was measured, for other programs. */
final class ResultsJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ResultsJson() {
    }

    /**
     * @param sweep what to write
     * @param file  where
     * @throws IOException when it cannot be written
     */
    static void write(final Sweep sweep, final Path file) throws IOException {
        final ObjectNode root = JSON.createObjectNode();
        root.set("about", JSON.valueToTree(sweep.about()));
        root.put("floor", sweep.floor().orElse(null));
        final ArrayNode comparisons = root.putArray("cpuComparisons");
        for (final int clients : sweep.clientCounts()) {
            final String first = sweep.arms().getFirst();
            sweep.others().forEach(other -> compare(sweep, first, other, clients, comparisons));
            sweep.floor().ifPresent(floor ->
                sweep.arms().forEach(arm -> compare(sweep, arm, floor, clients, comparisons)));
        }
        final ArrayNode runs = root.putArray("runs");
        sweep.runs().forEach(run -> runs.add(node(run)));
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
    }

    private static void compare(final Sweep sweep, final String arm, final String other, final int clients,
            final ArrayNode comparisons) {
        final Optional<PairedRatio> ratio = sweep.ratio(arm, other, clients, Measure.CPUS);
        if (ratio.isEmpty()) {
            return;
        }
        final ObjectNode node = comparisons.addObject()
            .put("clients", clients).put("arm", arm).put("against", other)
            .put("ratio", ratio.get().ratio()).put("pairs", ratio.get().pairs());
        if (ratio.get().pairs() > 1) {
            node.put("low95", ratio.get().low()).put("high95", ratio.get().high());
        }
        node.put("overlap", sweep.statistics(arm, clients, Measure.CPUS).orElseThrow()
            .overlaps(sweep.statistics(other, clients, Measure.CPUS).orElseThrow()));
    }

    private static ObjectNode node(final Run run) {
        final ObjectNode node = JSON.createObjectNode()
            .put("directory", run.directory())
            .put("round", run.round())
            .put("clients", run.clients())
            .put("arm", run.arm())
            .put("libopus", run.libopus())
            .put("counts", run.isGood());
        node.set("marks", JSON.valueToTree(run.marks()));
        node.set("warnings", JSON.valueToTree(run.warnings()));
        node.set("notes", JSON.valueToTree(run.notes()));
        final ObjectNode measures = node.putObject("measures");
        run.measures().forEach((measure, value) -> measures.put(camelCase(measure), value));
        node.set("systemCallsPerSecond", JSON.valueToTree(run.systemCalls()));
        final ObjectNode timings = node.putObject("timingsMicros");
        run.times().ifPresent(times -> {
            for (final Timing timing : Timing.values()) {
                timings.set(camelCase(timing), node(times.get(timing), timing));
            }
        });
        return node;
    }

    private static ObjectNode node(final Histogram histogram, final Timing timing) {
        final ObjectNode node = JSON.createObjectNode().put("count", histogram.getTotalCount());
        if (histogram.getTotalCount() > 0) {
            node.put("mean", Micros.mean(histogram))
                .put("p50", Micros.percentile(histogram, 50))
                .put("p99", Micros.percentile(histogram, 99))
                .put("p999", Micros.percentile(histogram, 99.9))
                .put("max", Micros.max(histogram));
        }
        node.set("bucketCounts", JSON.valueToTree(Micros.bucketCounts(histogram, timing)));
        return node;
    }

    /** FRAMES_LATE becomes framesLate. */
    private static String camelCase(final Enum<?> constant) {
        final StringBuilder name = new StringBuilder();
        for (final String word : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return name.toString();
    }
}
