package tutti.server.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StatsSummaryTest {
    private final Counters counters = new Counters();
    private final FrameStats stats = new FrameStats();
    private long nanos = 5;
    private final StatsSummary summary = new StatsSummary(counters, stats, () -> nanos);

    @Test
    void shouldSumUpTheInterval() {
        playFrames(100, 2_000_000);
        summary.sinceLast();

        nanos += TimeUnit.SECONDS.toNanos(2);
        playFrames(40, 500_000);
        final List<String> lines = summary.sinceLast().lines().toList();

        assertEquals("--- since the last, 2.0 s: 7 clients, 40 frames", lines.get(0));
        assertEquals("audio      in 0 (0.0/s), out 280 (140.0/s), concealed 0 of 0 blocks, 0 silent, 0 refused",
            lines.get(2));
        assertEquals("calls      per frame: wait 0.00, receive 0.00, send audio 1.00", lines.get(3));
        assertEquals("frame          0.500    0.500    0.500    0.500    0.500", row(lines, "frame "));
    }

    @Test
    void shouldSumUpAllSinceTheStart() {
        playFrames(99, 1_000_000);
        summary.sinceLast();
        nanos += TimeUnit.SECONDS.toNanos(60);
        playFrames(1, 30_000_000);
        final List<String> lines = summary.sinceStart().lines().toList();

        assertEquals("--- since the start, 60.0 s: 7 clients, 100 frames", lines.get(0));
        final String[] frame = row(lines, "frame ").split(" +");
        assertEquals(1.0, Double.parseDouble(frame[2]), 0.001, "median");
        assertEquals(30.0, Double.parseDouble(frame[5]), 0.03, "maximum");
    }

    @Test
    void shouldNameWhatWasRefusedAndWhy() {
        counters.add(Counter.REFUSED_BAD_CRC, 2);
        counters.increment(Counter.REFUSED_STRANGER);
        counters.increment(Counter.LEFT_TIMEOUT);

        final List<String> lines = summary.sinceStart().lines().toList();

        assertTrue(lines.contains("refused    3 (bad_crc 2, stranger 1)"), lines.toString());
        assertTrue(lines.contains("clients    joined 0, left 1 (timeout 1)"), lines.toString());
        assertTrue(lines.contains("unsent     0"), lines.toString());
    }

    private void playFrames(final int frames, final long frameNanos) {
        counters.set(Counter.CLIENTS, 7);
        for (int i = 0; i < frames; i++) {
            counters.increment(Counter.FRAMES);
            counters.increment(Counter.AUDIO_SEND_CALLS);
            counters.add(Counter.AUDIO_SENT, 7);
            stats.record(Timing.FRAME, frameNanos);
        }
    }

    private static String row(final List<String> lines, final String begin) {
        return lines.stream()
            .filter(line -> line.startsWith(begin) && line.matches(".*\\d$"))
            .findFirst().orElseThrow();
    }
}
