package tutti.harness.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files of a recorded run, and of what is left of it when something went wrong. */
class RunReaderTest {
    private static final List<String> FILES = List.of("run.properties", "perf.csv", "perf-calls.csv", "stat-begin.txt",
        "stat-end.txt", "status-begin.txt", "status-end.txt", "metrics-begin.txt", "metrics-end.txt",
        "times-begin.hlog", "times-end.hlog", "fleet.json", "latency.json");
    private static final double BETWEEN_SCRAPES = 1796056248.839476 - 1796056245.460349;

    @TempDir
    private Path directory;
    private final Properties properties = new Properties();

    @BeforeEach
    void copyRun() throws IOException {
        for (final String file : FILES) {
            Files.writeString(directory.resolve(file), Samples.text("run/" + file));
        }
        properties.putAll(Map.of("factor", "1", "window.seconds", "3", "calls.window.seconds", "3",
            "hertz", "100"));
    }

    @Test
    void shouldTakeTimesAndCallsFromPerf() throws IOException {
        final Run run = read();
        assertEquals(0.1385 / 3, get(run, Measure.CPUS), 1e-9);
        assertEquals(1238 / 3.0, get(run, Measure.CONTEXT_SWITCHES_PER_SECOND), 1e-9);
        assertEquals(1165 / 3.0, get(run, Measure.SEND_CALLS_PER_SECOND), 1e-9);
        assertEquals(1160 / 3.0, get(run, Measure.RECEIVE_CALLS_PER_SECOND), 1e-9);
        assertEquals(3641 / 3.0, get(run, Measure.ALL_CALLS_PER_SECOND), 1e-9);
        assertEquals(1144 / 3.0, run.systemCalls().get("ppoll"), 1e-9);
    }

    @Test
    void shouldTakeWhatTheServerSaysBetweenItsScrapes() throws IOException {
        final Run run = read();
        assertEquals(3829 - 2582, get(run, Measure.FRAMES));
        assertEquals(1, get(run, Measure.AUDIO_SEND_CALLS_PER_FRAME));
        assertEquals(1, get(run, Measure.COLLECTIONS));
        assertEquals(0.002, get(run, Measure.COLLECTION_SECONDS), 1e-9);
        assertEquals(2_438_528, get(run, Measure.ALLOCATED_BYTES));
        assertEquals(43_173_256 - 43_024_616, get(run, Measure.FRAME_THREAD_ALLOCATED_BYTES));
        assertEquals(5719, run.times().orElseThrow().frames(), "of another run than the counters");
    }

    @Test
    void shouldAverageARunWithFramesThatTookTooLongButWarnOfIt() throws IOException {
        final Run run = read();
        assertTrue(run.isGood());
        assertFalse(run.isSpotless());
        assertEquals(List.of("2 of 1247 frames took more than 2.667 ms"), run.warnings());
    }

    @Test
    void shouldTakeLatencyFromTheFleetThatMeasuredIt() throws IOException {
        final Run run = read();
        assertEquals(19.415039, get(run, Measure.LATENCY_P50_MILLIS));
        assertEquals(21.348351, get(run, Measure.LATENCY_P90_MILLIS));
        assertEquals(21.413887, get(run, Measure.LATENCY_MAX_MILLIS));
        assertEquals(31, get(run, Measure.LATENCY_BURSTS));
    }

    @Test
    void shouldDoWithoutLatency() throws IOException {
        Files.delete(directory.resolve("latency.json"));
        final Run run = read();
        assertTrue(run.isGood());
        assertTrue(run.get(Measure.LATENCY_P50_MILLIS).isEmpty());
    }

    @Test
    void shouldFallBackToProcWhereThereIsNoPerf() throws IOException {
        Files.delete(directory.resolve("perf.csv"));
        final Run run = read();
        assertEquals((646 + 92 - 610 - 88) / 100.0 / BETWEEN_SCRAPES, get(run, Measure.CPUS), 1e-6);
        assertTrue(get(run, Measure.CONTEXT_SWITCHES_PER_SECOND) > 0);
    }

    @Test
    void shouldFallBackToStraceWhereTracepointsAreNotAllowed() throws IOException {
        Files.delete(directory.resolve("perf-calls.csv"));
        Files.writeString(directory.resolve("strace-calls.txt"), Samples.text("strace-calls.txt"));
        note("calls.seconds=4");
        final Run run = read();
        assertEquals((4484 + 41) / 4.0, get(run, Measure.SEND_CALLS_PER_SECOND), "by the time that strace took");
        assertEquals(1129 / 4.0, run.systemCalls().get("ppoll"));
        assertEquals(6990 / 4.0, get(run, Measure.ALL_CALLS_PER_SECOND));
    }

    @Test
    void shouldFallBackToTheServersOwnCountersAndSaySo() throws IOException {
        Files.delete(directory.resolve("perf-calls.csv"));
        final Run run = read();
        assertEquals((3806 - 2559 + 183 - 141) / BETWEEN_SCRAPES, get(run, Measure.SEND_CALLS_PER_SECOND), 1e-6);
        assertTrue(run.systemCalls().isEmpty());
        assertEquals(List.of("system calls are the server's own counters"), run.notes());
    }

    @Test
    void shouldKeepAndMarkWhatIsLeftOfAServerThatEnded() throws IOException {
        for (final String file : List.of("stat-end.txt", "status-end.txt", "metrics-end.txt", "perf.csv",
                "perf-calls.csv", "fleet.json", "latency.json")) {
            Files.delete(directory.resolve(file));
        }
        note("failure=the server ended while it was measured");
        final Run run = read();
        assertEquals(List.of("the server ended while it was measured"), run.marks());
        assertEquals("on", run.arm());
        assertTrue(run.get(Measure.CPUS).isEmpty());
    }

    @Test
    void shouldMarkARunWithAFileThatBreaksOffInTheMiddle() throws IOException {
        Files.writeString(directory.resolve("fleet.json"), "{ \"ok\" : tr");
        final Run run = read();
        assertEquals(1, run.marks().size());
        assertTrue(run.marks().getFirst().startsWith("what it left cannot be read: "), run.marks().getFirst());
        assertEquals("on", run.arm());
        assertEquals(Map.of(), run.measures());
    }

    @Test
    void shouldMarkAWindowThatBeganBeforeEverybodyWasThere() throws IOException {
        note("begin.seconds=1796056240.0");
        assertEquals(List.of("the window began 3.1 s before all clients were faded in"), read().marks());
    }

    @Test
    void shouldMarkAWindowThatOutlastedTheLoad() throws IOException {
        note("end.seconds=1796056255.0");
        assertEquals(List.of("the fleet stopped 0.9 s before the window's end"), read().marks());
    }

    @Test
    void shouldMarkAClientThatTheServerMissed() throws IOException {
        final Path metrics = directory.resolve("metrics-end.txt");
        Files.writeString(metrics, Files.readString(metrics).replace("tutti_clients 4.0", "tutti_clients 3.0"));
        assertEquals(List.of("the server had 3 of 4 clients at the window's end"), read().marks());
    }

    @Test
    void shouldMarkWhatTheFleetFoundWrong() throws IOException {
        final Path fleet = directory.resolve("fleet.json");
        Files.writeString(fleet, Files.readString(fleet).replace("\"problems\" : [ ]", "\"problems\" : [ \"gaps\" ]"));
        assertEquals(List.of("the fleet says: gaps"), read().marks());
    }

    /** A later line of the file replaces an earlier one. */
    private void note(final String line) throws IOException {
        Files.writeString(directory.resolve("run.properties"), line + "\n", StandardOpenOption.APPEND);
    }

    private Run read() throws IOException {
        return RunReader.read(directory, SweepSetup.of(properties));
    }

    private static double get(final Run run, final Measure measure) {
        return run.get(measure).orElseThrow();
    }
}
