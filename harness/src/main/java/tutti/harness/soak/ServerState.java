package tutti.harness.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import tutti.harness.sweep.PrometheusText;

/** Reads the state of a running server: {@code /proc/PID}, see proc(5), and its {@code /metrics}. */
final class ServerState {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path process;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final HttpRequest metrics;

    /**
     * @param pid       of the server
     * @param adminPort its admin port
     */
    ServerState(final long pid, final int adminPort) {
        this.process = Path.of("/proc", Long.toString(pid));
        this.metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/metrics"))
            .timeout(PATIENCE).build();
    }

    /**
     * @param seconds    since the soak's start
     * @param wrongTones heard so far
     * @return the state now
     * @throws IOException          when the server is gone or does not answer
     * @throws InterruptedException when the thread is interrupted while it waits for the answer
     */
    Sample read(final double seconds, final long wrongTones) throws IOException, InterruptedException {
        final String status = Files.readString(process.resolve("status"));
        final int descriptors;
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            descriptors = (int) open.count();
        }
        final String scrape = http.send(metrics, BodyHandlers.ofString()).body();
        return sample(seconds, wrongTones, status, descriptors, scrape);
    }

    /**
     * @param status content of {@code /proc/PID/status}
     * @param scrape text of {@code /metrics}
     */
    static Sample sample(final double seconds, final long wrongTones, final String status, final int descriptors,
            final String scrape) {
        final PrometheusText metrics = PrometheusText.parse(scrape);
        return new Sample(seconds, number(status, "VmRSS:"), descriptors, (int) number(status, "Threads:"),
            count(metrics, "tutti_clients"), count(metrics, "tutti_joins_total"),
            count(metrics, "tutti_frames_late_total"), count(metrics, "tutti_frames_overrun_total"),
            count(metrics, "tutti_frames_skipped_total"), count(metrics, "tutti_refused_total"), wrongTones);
    }

    /** A line such as "VmRSS:     123456 kB". */
    private static long number(final String status, final String key) {
        return status.lines().filter(line -> line.startsWith(key))
            .mapToLong(line -> Long.parseLong(line.substring(key.length()).replace("kB", "").strip()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no " + key + " in the status of the process"));
    }

    private static long count(final PrometheusText metrics, final String name) {
        return (long) metrics.sum(name)
            .orElseThrow(() -> new IllegalArgumentException("no " + name + " in the server's metrics"));
    }
}
