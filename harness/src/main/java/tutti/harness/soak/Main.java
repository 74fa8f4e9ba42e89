package tutti.harness.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Watches a server during a soak and judges it afterwards; the folder is the one that {@code soak.sh} has made:
 * <pre>
 *   watch FOLDER PID ADMIN_PORT SECONDS   appends a sample to FOLDER/samples.jsonl every so many seconds
 *   last FOLDER PID ADMIN_PORT            appends one more
 *   judge FOLDER PERCENT OUTCOME          prints the verdict; memory may grow by so many percent; see Outcome
 * </pre>
 */
public final class Main {
    private static final int FAILED = 1;
    private static final int NOT_POSSIBLE = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    private Main(final Path folder) {
        this.folder = folder;
    }

    /**
     * Exit code: 0; 1 when the server did not pass, or is gone; 2 when nothing can be said.
     *
     * @param args see above
     */
    public static void main(final String[] args) {
        try {
            System.exit(new Main(Path.of(args[1])).run(args));
        } catch (final IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            System.err.println("soak: " + String.join(" ", args) + ": " + e);
            System.exit(NOT_POSSIBLE);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(final String[] args) throws IOException, InterruptedException {
        switch (args[0]) {
            case "watch" -> watch(server(args), Double.parseDouble(args[4]));
            case "last" -> take(server(args));
            case "judge" -> {
                return judge(new Criteria(Double.parseDouble(args[2])), Outcome.valueOf(args[3]));
            }
            default -> throw new IllegalArgumentException("watch, last or judge is expected");
        }
        return 0;
    }

    private static ServerState server(final String[] args) {
        return new ServerState(Long.parseLong(args[2]), Integer.parseInt(args[3]));
    }

    /** Whether the server is still there is for the script to say: a sample that cannot be taken is left out. */
    private void watch(final ServerState server, final double everySeconds) throws InterruptedException {
        long due = System.nanoTime();
        while (true) {
            try {
                take(server);
            } catch (final IOException | IllegalArgumentException noAnswer) {
                System.err.println("soak: no sample, the server does not answer as it should: " + noAnswer);
            }
            due += (long) (everySeconds * TimeUnit.SECONDS.toNanos(1));
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        }
    }

    private void take(final ServerState server) throws IOException, InterruptedException {
        final long begun = Files.getLastModifiedTime(folder.resolve("begun")).toMillis();
        final double seconds = (System.currentTimeMillis() - begun) / 1e3;
        final Sample sample = server.read(seconds, FleetReports.read(folder.resolve("fleets")).wrongTones());
        Files.writeString(samplesFile(), JSON.writeValueAsString(sample) + '\n', StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
        System.out.printf(Locale.ROOT, "%7.0f s  %3d clients, %5d joins  %6.1f MiB, %d files, %d threads  "
            + "frames: %d late, %d over time, %d skipped  refused %d  wrong tones %d%n", sample.seconds(),
            sample.clients(), sample.joins(), sample.rssKib() / 1024.0, sample.descriptors(), sample.threads(),
            sample.framesLate(), sample.framesOverrun(), sample.framesSkipped(), sample.refused(),
            sample.wrongTones());
    }

    private Path samplesFile() {
        return folder.resolve("samples.jsonl");
    }

    private int judge(final Criteria criteria, final Outcome outcome) throws IOException {
        final FleetReports fleets = FleetReports.read(folder.resolve("fleets"));
        final List<String> failures = criteria.failures(samples(), fleets, outcome);
        fleets.problems().forEach(problem -> System.out.println("note: " + problem));
        System.out.printf("%d fleets, %d visits, %d windows of sound judged, wrong tones %d%n", fleets.summaries(),
            fleets.visits(), fleets.windows(), fleets.wrongTones());
        System.out.println(failures.isEmpty() ? "pass" : "fail: " + String.join("; ", failures));
        return failures.isEmpty() ? 0 : FAILED;
    }

    private List<Sample> samples() throws IOException {
        final List<Sample> samples = new ArrayList<>();
        if (Files.exists(samplesFile())) {
            for (final String line : Files.readAllLines(samplesFile())) {
                samples.add(JSON.readValue(line, Sample.class));
            }
        }
        return samples;
    }
}
