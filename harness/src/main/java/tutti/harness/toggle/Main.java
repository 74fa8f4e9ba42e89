package tutti.harness.toggle;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Turns a folder of {@code toggle.sh} into a table for the terminal and a line of JSON. */
public final class Main {
    private static final int NOT_POSSIBLE = 2;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final Map<String, String> TITLES = Map.of(FrameTimes.DEPARTURE, "last packet leaves after",
        FrameTimes.HOLD, "held for its batch", FrameTimes.FRAME, "work of a frame");
    private static final List<String> ORDER = List.of(FrameTimes.DEPARTURE, FrameTimes.HOLD, FrameTimes.FRAME);

    private Main() {
    }

    /**
     * Exit code: 0; 2 when there is nothing to report.
     *
     * @param args the folder of segments; the JSON file to append to; what else its line has, as a JSON object
     */
    public static void main(final String[] args) {
        try {
            final Comparison comparison = Comparison.of(Segment.readAll(Path.of(args[0])));
            if (comparison.on().frames() == 0 || comparison.off().frames() == 0) {
                throw new IllegalArgumentException("no frames in one of the modes");
            }
            System.out.print(table(comparison));
            Files.writeString(Path.of(args[1]), json(comparison, args[2]) + "\n", StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        } catch (final IOException | IllegalArgumentException e) {
            System.err.println("toggle: " + args[0] + " cannot be reported on: " + e.getMessage());
            System.exit(NOT_POSSIBLE);
        }
    }

    /**
     * @param comparison to show
     * @return lines for a terminal, times in us
     */
    static String table(final Comparison comparison) {
        final StringBuilder text = new StringBuilder(
            String.format(Locale.ROOT, "%-26s %-4s %9s %9s %9s %9s %9s %9s%n", "us", "mode", "frames", "mean", "p50",
                "p99", "p99.9", "max"));
        for (final String tag : ORDER) {
            line(text, TITLES.get(tag), "on", comparison.on().get(tag));
            line(text, "", "off", comparison.off().get(tag));
        }
        return text.append(String.format(Locale.ROOT,
            "with the switch on, the last packet left earlier on average in %d, at p99 in %d of %d pairs%n",
            comparison.earlierInMean(), comparison.earlierAtP99(), comparison.pairs())).toString();
    }

    private static void line(final StringBuilder text, final String title, final String mode, final Histogram times) {
        text.append(String.format(Locale.ROOT, "%-26s %-4s %9d %9.1f", title, mode, times.getTotalCount(),
            times.getMean() / NANOS_PER_MICRO));
        for (final double percentile : PERCENTILES) {
            text.append(String.format(Locale.ROOT, " %9.1f", times.getValueAtPercentile(percentile) / NANOS_PER_MICRO));
        }
        text.append(String.format(Locale.ROOT, " %9.1f%n", times.getMaxValue() / NANOS_PER_MICRO));
    }

    /**
     * @param comparison to write
     * @param about      what else the line has, a JSON object
     * @return one line, times in us
     * @throws IOException when {@code about} is no JSON object
     */
    static String json(final Comparison comparison, final String about) throws IOException {
        final ObjectMapper mapper = new ObjectMapper();
        if (!(mapper.readTree(about) instanceof ObjectNode line)) {
            throw new IOException("no JSON object: " + about);
        }
        line.put("pairs", comparison.pairs())
            .put("pairs_on_earlier_in_mean", comparison.earlierInMean())
            .put("pairs_on_earlier_at_p99", comparison.earlierAtP99());
        for (final String tag : ORDER) {
            final ObjectNode modes = line.putObject(tag.replace('-', '_') + "_us");
            modes.set("on", node(mapper, comparison.on().get(tag)));
            modes.set("off", node(mapper, comparison.off().get(tag)));
        }
        return line.toString();
    }

    private static ObjectNode node(final ObjectMapper mapper, final Histogram times) {
        return mapper.createObjectNode()
            .put("frames", times.getTotalCount())
            .put("mean", times.getMean() / NANOS_PER_MICRO)
            .put("p50", times.getValueAtPercentile(PERCENTILES[0]) / NANOS_PER_MICRO)
            .put("p99", times.getValueAtPercentile(PERCENTILES[1]) / NANOS_PER_MICRO)
            .put("p999", times.getValueAtPercentile(PERCENTILES[2]) / NANOS_PER_MICRO)
            .put("max", times.getMaxValue() / NANOS_PER_MICRO);
    }
}
