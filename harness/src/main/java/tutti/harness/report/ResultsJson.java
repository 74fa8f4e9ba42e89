package tutti.harness.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tutti.harness.sweep.BucketHistogram;
import tutti.harness.sweep.FrameTiming;
import tutti.harness.sweep.Measure;
import tutti.harness.sweep.PairedRatio;
import tutti.harness.sweep.Run;
import tutti.harness.sweep.Sweep;

/** Writes every run with everything that was measured, for other programs. */
final class ResultsJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MICROS_PER_SECOND = 1e6;

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
        for (final Map.Entry<FrameTiming, BucketHistogram> timing : run.timings().entrySet()) {
            timings.set(camelCase(timing.getKey()), node(timing.getValue()));
        }
        return node;
    }

    private static ObjectNode node(final BucketHistogram histogram) {
        final ObjectNode node = JSON.createObjectNode().put("count", histogram.count());
        if (histogram.count() > 0) {
            node.put("mean", histogram.meanSeconds() * MICROS_PER_SECOND)
                .put("p50", histogram.quantileSeconds(0.5) * MICROS_PER_SECOND)
                .put("p99", histogram.quantileSeconds(0.99) * MICROS_PER_SECOND)
                .put("p999", histogram.quantileSeconds(0.999) * MICROS_PER_SECOND)
                .put("maxAtMost", histogram.maxAtMostSeconds() * MICROS_PER_SECOND);
        }
        node.set("bucketCounts", JSON.valueToTree(histogram.counts()));
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
