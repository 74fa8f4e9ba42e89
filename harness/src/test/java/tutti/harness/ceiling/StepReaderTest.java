package tutti.harness.ceiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a recorded step of four clients. */
class StepReaderTest {
    @TempDir
    private Path step;
    private Path attempt;

    @BeforeEach
    void writeProperties() throws Exception {
        attempt = Files.createDirectory(step.resolve("attempt-1"));
        Files.writeString(attempt.resolve("attempt.properties"), """
            server=tutti
            clients=4
            begin.seconds=1000.5
            end.seconds=1005.5
            cpus=0.125
            """);
    }

    @Test
    void aStepHasWhatServerAndClientsSaid() throws Exception {
        copy("fleet.json", "metrics-begin.txt", "metrics-end.txt", "times-begin.hlog", "times-end.hlog");
        final JsonNode line = new ObjectMapper().readTree(StepJson.line(StepReader.read(step)));
        assertEquals("tutti", line.path("server").asText());
        assertEquals(4, line.path("clients").asInt());
        final JsonNode only = line.path("attempts").path(0);
        assertEquals(5, only.path("seconds").asDouble());
        assertEquals(0.125, only.path("cpus").asDouble());
        assertEquals(1929, only.path("frames").asLong());
        assertEquals(1929 / 5.0, only.path("framesPerSecond").asDouble(), 1e-9);
        assertEquals(236, only.path("framesSkipped").asLong());
        assertEquals(1929, only.path("audioSendCalls").asLong());
        assertEquals(4, only.path("connected").asInt());
        assertEquals(9004, only.path("packetsSent").asLong());
        assertEquals(375, only.path("packetsPerSecond").path("expected").asDouble());
        assertTrue(only.path("frameMicros").path("p50").asDouble() < only.path("frameMicros").path("p99").asDouble());
        assertTrue(only.path("pingMicros").path("p50").asDouble() > 0);
        assertFalse(StepJson.line(StepReader.read(step)).contains("\n"), "one line");
    }

    private void copy(final String... files) throws Exception {
        for (final String file : files) {
            try (InputStream in = StepReaderTest.class.getResourceAsStream(file)) {
                Files.write(attempt.resolve(file), in.readAllBytes());
            }
        }
    }

    @Test
    void anAttemptThatOutlastedItsClientsTellsNothing() throws Exception {
        copy("fleet.json");
        final double stopped = Instant.parse("2026-11-30T16:43:10.172Z").toEpochMilli() / 1e3 + 6.002603252;
        Files.writeString(attempt.resolve("attempt.properties"), String.format(Locale.ROOT,
            "server=tutti\nclients=4\nbegin.seconds=%f\nend.seconds=%f\n", stopped - 5, stopped + 2));
        assertEquals(List.of("the clients stopped 2.0 s before the window's end"),
            StopRule.unusable(StepReader.read(step).attempts().getFirst()));
        Files.writeString(attempt.resolve("attempt.properties"), String.format(Locale.ROOT,
            "server=tutti\nclients=4\nbegin.seconds=%f\nend.seconds=%f\n", stopped - 5.1, stopped - 0.1));
        assertEquals(List.of(), StopRule.unusable(StepReader.read(step).attempts().getFirst()));
    }

    @Test
    void anAttemptThatCameToNoEndIsReadAsFarAsItGot() throws Exception {
        Files.writeString(attempt.resolve("attempt.properties"), "server=jamulus\nclients=8\nfailure=it ended\n");
        final Step read = StepReader.read(step);
        assertNull(read.attempts().getFirst().fleet());
        assertNull(read.attempts().getFirst().frames());
        assertEquals(List.of("it ended", "the clients came to no end"),
            StopRule.unusable(read.attempts().getFirst()));
        assertTrue(CeilingText.ofLastAttempt(read).contains("NOT carried: it ended"));
    }

    @Test
    void withoutAnyFrameThereIsNoFrameTime() throws Exception {
        copy("fleet.json", "metrics-begin.txt", "times-begin.hlog");
        Files.copy(attempt.resolve("metrics-begin.txt"), attempt.resolve("metrics-end.txt"));
        Files.copy(attempt.resolve("times-begin.hlog"), attempt.resolve("times-end.hlog"));
        final Step read = StepReader.read(step);
        assertEquals(0, read.attempts().getFirst().frames().frames());
        assertFalse(StepJson.line(read).contains("frameMicros"));
        assertFalse(CeilingText.ofLastAttempt(read).contains("frame p50"), CeilingText.ofLastAttempt(read));
        assertTrue(new CeilingCharts(List.of(read)).frameTimes().isEmpty());
    }

    @Test
    void theBudgetIsDrawnAsADashedLineWhereFrameTimesAreKnown() {
        assertEquals(2666.67, CeilingCharts.BUDGET_MICROS, 0.01);
        final Attempt known = StopRuleTest.attempt(375, 0);
        final Attempt peer = new Attempt(1, 10, known.fleet(), null, known.cpus(), "");
        assertTrue(new CeilingCharts(List.of(new Step("tutti", 40, List.of(known)))).frameTimes().orElseThrow()
            .contains("stroke-dasharray"));
        assertTrue(new CeilingCharts(List.of(new Step("jamulus", 40, List.of(peer)))).frameTimes().isEmpty());
        assertTrue(new CeilingCharts(List.of(new Step("jamulus", 40, List.of(peer)))).packets().isPresent());
    }

    @Test
    void thePageDrawsTheBudgetAndEveryAttempt() {
        final Step one = new Step("tutti", 40, List.of(StopRuleTest.attempt(300, 0), StopRuleTest.attempt(375, 0)));
        final String page = CeilingPage.of(new Properties(), List.of(one));
        assertTrue(page.contains("The dashed line is what a frame has, 2.667 ms."));
        assertTrue(page.contains("the client worst off received 300.0 packets a second"));
        assertEquals(4, page.split("<svg ", -1).length - 1, "charts");
    }
}
