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
import tutti.harness.times.Micros;
import tutti.server.stats.Timing;

/** Turns a folder of {@code toggle.sh} into a table for the terminal and a line of JSON. */
public final class Main {
    private static final int NOT_POSSIBLE = 2;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final Map<Timing, String> TITLES = Map.of(Timing.DEPARTURE, "last packet leaves after",
        Timing.HOLD_WINDOW, "held for its batch", Timing.FRAME, "work of a frame");
    private static final List<Timing> ORDER = List.of(Timing.DEPARTURE, Timing.HOLD_WINDOW, Timing.FRAME);

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
        for (final Timing timing : ORDER) {
            line(text, TITLES.get(timing), "on", comparison.on().get(timing));
            line(text, "", "off", comparison.off().get(timing));
        }
        return text.append(String.format(Locale.ROOT,
            "with the switch on, the last packet left earlier on average in %d, at p99 in %d of %d pairs%n",
            comparison.earlierInMean(), comparison.earlierAtP99(), comparison.pairs())).toString();
    }

    private static void line(final StringBuilder text, final String title, final String mode, final Histogram times) {
        text.append(String.format(Locale.ROOT, "%-26s %-4s %9d %9.1f", title, mode, times.getTotalCount(),
            Micros.mean(times)));
        for (final double percentile : PERCENTILES) {
            text.append(String.format(Locale.ROOT, " %9.1f", Micros.percentile(times, percentile)));
        }
        text.append(String.format(Locale.ROOT, " %9.1f%n", Micros.max(times)));
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
        for (final Timing timing : ORDER) {
            final ObjectNode modes = line.putObject(timing.tag().replace('-', '_') + "_us");
            modes.set("on", node(mapper, comparison.on().get(timing)));
            modes.set("off", node(mapper, comparison.off().get(timing)));
        }
        return line.toString();
    }

    private static ObjectNode node(final ObjectMapper mapper, final Histogram times) {
        return mapper.createObjectNode()
            .put("frames", times.getTotalCount())
            .put("mean", Micros.mean(times))
            .put("p50", Micros.percentile(times, PERCENTILES[0]))
            .put("p99", Micros.percentile(times, PERCENTILES[1]))
            .put("p999", Micros.percentile(times, PERCENTILES[2]))
            .put("max", Micros.max(times));
    }
}
