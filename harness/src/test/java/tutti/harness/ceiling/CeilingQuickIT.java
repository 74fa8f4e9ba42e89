package tutti.harness.ceiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tutti.harness.ScriptMachine;

/** What {@code harness/ceiling.sh} leaves behind: its counts, not its times, which are those of a busy machine. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class CeilingQuickIT {
    private static final Path SCRIPT = Path.of("ceiling.sh").toAbsolutePath();
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Frames that may begin between the readings of two counters, at the begin and at the end. */
    private static final long READING = 2;
    /** The server's UDP port and its admin port. */
    private static final int PORTS = 2;

    @TempDir
    private Path results;

    @Test
    void everyStepIsMeasuredAndDrawn() throws Exception {
        ScriptMachine.assumeScriptsRun();
        final Path output = results.resolve("output.txt");
        final int exitCode = run(output, "--quick", "--results", results.toString(), "--port",
            Integer.toString(ScriptMachine.freePorts(PORTS)));
        final String said = Files.readString(output);
        // 1: a machine so busy that the clients sent less than they should. What was counted holds all the same.
        assertTrue(exitCode == 0 || exitCode == 1, () -> "exit code " + exitCode + " after\n" + said);

        final Path folder = onlyFolder();
        final List<String> lines = Files.readAllLines(folder.resolve("steps.jsonl"));
        assertEquals(2, lines.size(), said);
        check(JSON.readTree(lines.get(0)), 4);
        check(JSON.readTree(lines.get(1)), 8);
        final String page = Files.readString(folder.resolve("ceiling.html"));
        assertTrue(page.contains("<svg ") && page.contains("The dashed line is what a frame has"), "the chart");
    }

    private static void check(final JsonNode step, final int clients) {
        assertEquals("tutti", step.path("server").asText());
        assertEquals(clients, step.path("clients").asInt());
        assertEquals(1, step.path("attempts").size());
        final JsonNode attempt = step.path("attempts").path(0);
        assertEquals(clients, attempt.path("connected").asInt(), step.toString());
        assertTrue(attempt.path("packetsSent").asLong() > 0, step.toString());
        assertTrue(attempt.path("packetsReceived").asLong() > 0, step.toString());
        final long frames = attempt.path("frames").asLong();
        assertTrue(frames > 0, step.toString());
        assertEquals(frames, attempt.path("audioSendCalls").asLong(), READING, "one send call a frame: " + step);
        assertTrue(attempt.path("cpus").asDouble() > 0, step.toString());
        assertTrue(attempt.path("frameMicros").path("p50").asDouble() > 0, step.toString());
    }

    @Test
    void aWrongOptionIsRefusedInASentence() throws Exception {
        final Path output = results.resolve("output.txt");
        assertEquals(2, run(output, "--to", "151"));
        assertTrue(Files.readString(output).contains("--to 151"), Files.readString(output));
    }

    private static int run(final Path output, final String... options) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(Stream.concat(Stream.of("bash", SCRIPT.toString()),
            Stream.of(options)).toList()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(process.waitFor(150, TimeUnit.SECONDS), "still running: " + Files.readString(output));
            return process.exitValue();
        } finally {
            // Kindly, so that it ends what it has started.
            process.destroy();
        }
    }

    private Path onlyFolder() throws IOException {
        try (Stream<Path> entries = Files.list(results)) {
            final List<Path> folders = entries.filter(Files::isDirectory).toList();
            assertEquals(1, folders.size(), folders.toString());
            return folders.getFirst();
        }
    }
}
