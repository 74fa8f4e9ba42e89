package tutti.harness.ceiling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tutti.harness.PropertiesFile;
import tutti.harness.sweep.PrometheusText;
import tutti.harness.times.FrameTimes;
import tutti.harness.times.Micros;
import tutti.server.stats.Timing;

/**
 * Reads the directory of a step: {@code attempt-N/} with {@code attempt.properties}, and as far as they came to be,
 * {@code fleet.json}, and what the server said at begin and end: {@code metrics-*.txt} and {@code times-*.hlog}.
 */
final class StepReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final List<String> SCRAPES =
        List.of("metrics-begin.txt", "metrics-end.txt", "times-begin.hlog", "times-end.hlog");

    private StepReader() {
    }

    /**
     * @param directory of the step
     * @return the step with all its attempts
     * @throws IOException              when a file cannot be read
     * @throws IllegalArgumentException when there is no attempt, or a file is not what it should be
     */
    static Step read(final Path directory) throws IOException {
        final List<Path> attempts;
        try (Stream<Path> entries = Files.list(directory)) {
            attempts = entries.filter(Files::isDirectory).sorted().toList();
        }
        final List<Attempt> read = new ArrayList<>();
        String server = "";
        int clients = 0;
        for (final Path attempt : attempts) {
            final Properties about = PropertiesFile.read(attempt.resolve("attempt.properties"));
            server = about.getProperty("server");
            clients = Integer.parseInt(about.getProperty("clients"));
            read.add(attempt(attempt, about, read.size() + 1, clients));
        }
        return new Step(server, clients, read);
    }

    private static Attempt attempt(final Path directory, final Properties about, final int number, final int clients)
            throws IOException {
        final double begin = Double.parseDouble(about.getProperty("begin.seconds", "NaN"));
        final double end = Double.parseDouble(about.getProperty("end.seconds", "NaN"));
        final Optional<JsonNode> fleet = text(directory.resolve("fleet.json")).isPresent()
            ? Optional.of(JSON.readTree(directory.resolve("fleet.json").toFile())) : Optional.empty();
        final String cpus = about.getProperty("cpus");
        // A server that died in between has no seconds; the clients' count then serves for rates.
        final double seconds = Double.isNaN(end - begin)
            ? fleet.map(node -> node.path("countedSeconds").asDouble()).orElse(0.0) : end - begin;
        return new Attempt(number, seconds, fleet.map(node -> fleetFigures(node, clients)).orElse(null),
            frameFigures(directory),
            cpus == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(cpus)),
            failure(about, fleet, end));
    }

    /** What the script has noted, or that the window outlasted the clients' count: they had left then. */
    private static String failure(final Properties about, final Optional<JsonNode> fleet, final double end) {
        final String startedAt = fleet.map(node -> node.path("startedAt").asText("")).orElse("");
        if (about.containsKey("failure") || startedAt.isEmpty()) {
            return about.getProperty("failure", "");
        }
        final double stopped = Instant.parse(startedAt).toEpochMilli() / MILLIS_PER_SECOND
            + fleet.get().path("countedSeconds").asDouble();
        return end > stopped
            ? String.format(Locale.ROOT, "the clients stopped %.1f s before the window's end", end - stopped) : "";
    }

    private static Attempt.FleetFigures fleetFigures(final JsonNode fleet, final int clients) {
        final JsonNode rate = fleet.path("packetsPerSecond");
        final JsonNode pings = fleet.path("pingMicros");
        final double counted = fleet.path("countedSeconds").asDouble();
        final List<Double> pingMicros = pings.path("sent").asLong() > pings.path("unanswered").asLong()
            ? List.of(pings.path("p50").asDouble(), pings.path("p99").asDouble(), pings.path("max").asDouble())
            : List.of();
        return new Attempt.FleetFigures(clients, counted, fleet.path("connected").asInt(), fleet.path("sent").asLong(),
            fleet.path("received").asLong(), fleet.path("lost").asLong(), rate.path("expected").asDouble(),
            rate.path("min").asDouble(), rate.path("median").asDouble(), pingMicros,
            counted > 0 ? fleet.path("cpu").path("loopSeconds").asDouble() / counted : 0);
    }

    private static Attempt.FrameFigures frameFigures(final Path directory) throws IOException {
        final List<String> texts = new ArrayList<>();
        for (final String file : SCRAPES) {
            text(directory.resolve(file)).ifPresent(texts::add);
        }
        if (texts.size() < SCRAPES.size()) {
            return null;
        }
        final PrometheusText before = PrometheusText.parse(texts.get(0));
        final PrometheusText after = PrometheusText.parse(texts.get(1));
        final Histogram frames =
            FrameTimes.read(texts.get(3)).since(FrameTimes.read(texts.get(2))).get(Timing.FRAME);
        return new Attempt.FrameFigures(difference(before, after, "tutti_frames_total"),
            difference(before, after, "tutti_frames_skipped_total"),
            difference(before, after, "tutti_frames_overrun_total"),
            difference(before, after, "tutti_frames_late_total"),
            difference(before, after, "tutti_audio_send_calls_total"), frameMicros(frames));
    }

    private static List<Double> frameMicros(final Histogram frames) {
        return frames.getTotalCount() == 0 ? List.of()
            : List.of(Micros.percentile(frames, 50), Micros.percentile(frames, 99), Micros.percentile(frames, 99.9));
    }

    private static long difference(final PrometheusText before, final PrometheusText after, final String metric) {
        return Math.round(after.sum(metric).orElse(0) - before.sum(metric).orElse(0));
    }

    private static Optional<String> text(final Path file) throws IOException {
        return Files.exists(file) ? Optional.of(Files.readString(file)).filter(text -> !text.isBlank())
            : Optional.empty();
    }
}
