package tutti.harness.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tutti.harness.ScriptMachine;

/**
 * Runs {@code harness/sweep.sh} as a user would, but briefly, and looks at its counts. Times say nothing here: the
 * machine may be busy with anything. It may also be so busy that runs are marked, which is no failure of the sweep.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SweepQuickIT {
    private static final int CLIENTS = 4;
    private static final double PACKETS_PER_SECOND = CLIENTS * 375.0;
    /** What the sweep tolerates in a run that counts. */
    private static final double LOAD_TOLERANCE = 0.005;
    /** What a busy machine may make of a run that is then marked: the fleet makes up for stalls before its count. */
    private static final double MARKED_TOLERANCE = 0.2;
    /**
     * A frame's calls are counted before the frame itself. Where a scrape falls between the two, one frame's calls are
     * in and the frame is not; that may happen at both ends of the window.
     */
    private static final int FRAMES_BETWEEN_COUNTERS = 2;
    private static final int PORTS = 2;
    private static final int INTERRUPTED_BY_TERM = 128 + 15;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path results;
    private int port;
    private Process started;
    private final List<String> output = new ArrayList<>();

    @BeforeEach
    void checkMachine() throws IOException {
        ScriptMachine.assumeScriptsRun();
        port = ScriptMachine.freePorts(PORTS);
    }

    /** Kindly, so that it ends what it has started; for a test that failed or took too long. */
    @AfterEach
    void endSweep() {
        if (started != null) {
            started.toHandle().destroy();
        }
    }

    @Test
    void shouldSendOnceAFrameWithTheBatchAndOnceAClientWithoutUnderTheSameLoad() throws Exception {
        final Process sweep = start("--quick", "--latency", "on");
        readUntil(sweep, null);
        final int exit = sweep.waitFor();
        // 1: some runs are marked, 2: all are. Each of them has its counts all the same, which are looked at below.
        assertTrue(exit <= 2, () -> "exit code " + exit + " after\n" + String.join("\n", output));
        assertTrue(Files.exists(folder().resolve("results.json")), () -> String.join("\n", output));

        final JsonNode root = JSON.readTree(folder().resolve("results.json").toFile());
        final List<String> arms = new ArrayList<>();
        for (final JsonNode run : root.path("runs")) {
            final String arm = run.path("arm").asText();
            final JsonNode measures = run.path("measures");
            final String what = run.toString();
            arms.add(arm);
            assertEquals(CLIENTS, measures.path("connected").asInt(), what);
            assertEquals(PACKETS_PER_SECOND, measures.path("offeredPerSecond").asDouble(),
                PACKETS_PER_SECOND * (run.path("counts").asBoolean() ? LOAD_TOLERANCE : MARKED_TOLERANCE), what);
            assertTrue(measures.path("cpus").asDouble() > 0, what);
            if (!arm.equals("floor")) {
                assertSendCalls(arm.equals("on") ? 1 : CLIENTS, measures, what);
                assertTrue(measures.path("latencyBursts").asInt() > 0, what);
                assertTrue(measures.path("allocatedBytes").asLong() > 0, what);
            }
        }
        assertTrue(arms.containsAll(List.of("on", "off")), arms::toString);
        OfflinePage.check(Files.readString(folder().resolve("report.html")));
        assertTrue(Files.readString(folder().resolve("table.md")).startsWith("| clients | CPU on"));
        assertTrue(Files.readString(folder().resolve("charts/cpu.svg")).startsWith("<svg"));
        assertNothingIsLeft();
    }

    private static void assertSendCalls(final int perFrame, final JsonNode measures, final String what) {
        final long frames = measures.path("frames").asLong();
        assertTrue(frames > 375, what);
        assertEquals(frames * perFrame, measures.path("audioSendCalls").asLong(),
            (double) FRAMES_BETWEEN_COUNTERS * perFrame, what);
    }

    @Test
    void shouldEndEverythingAndReportWhatItHasWhenItIsInterrupted() throws Exception {
        final Process sweep = start("--quick", "--clients", "2", "--window", "1", "--floor", "off");
        readUntil(sweep, " 1 of 2 ");
        // Process.destroy would close what is yet to be read.
        sweep.toHandle().destroy();
        readUntil(sweep, null);
        assertEquals(INTERRUPTED_BY_TERM, sweep.waitFor(), () -> String.join("\n", output));

        final JsonNode root = JSON.readTree(folder().resolve("results.json").toFile());
        assertEquals("interrupted after 1 of 2 runs", root.path("about").path("partial").asText());
        final String page = Files.readString(folder().resolve("report.html"));
        assertTrue(page.contains("Partial: interrupted after 1 of 2 runs"));
        assertNothingIsLeft();
    }

    private Process start(final String... options) throws IOException {
        final Path script = Path.of("sweep.sh").toAbsolutePath();
        final List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(Arrays.asList(options));
        command.addAll(List.of("--port", Integer.toString(port), "--results", results.toString()));
        started = new ProcessBuilder(command).redirectErrorStream(true).start();
        return started;
    }

    /** Reads what the sweep says, until a line with that text, or its end. */
    private void readUntil(final Process sweep, final String text) throws IOException {
        // The same reader each time: what it has read ahead would be lost otherwise.
        final BufferedReader reader = sweep.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            output.add(line);
            if (text != null && line.contains(text)) {
                return;
            }
        }
    }

    private Path folder() throws IOException {
        try (Stream<Path> folders = Files.list(results)) {
            return folders.findFirst().orElseThrow(() -> new AssertionError(String.join("\n", output)));
        }
    }

    /** Servers and fleets have the port in their command lines. */
    private void assertNothingIsLeft() {
        final List<String> left = ProcessHandle.allProcesses()
            .map(process -> process.info().commandLine().orElse(""))
            .filter(line -> line.contains("--port " + port) || line.contains("127.0.0.1:" + port)).toList();
        assertEquals(List.of(), left);
    }

    /** {@return a UDP port that was free a moment ago, with the one after it likely to be, too} */
}
