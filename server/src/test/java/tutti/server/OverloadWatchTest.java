package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.server.events.EventLog;
import tutti.server.events.EventPrinter;
import tutti.server.events.LogWriter;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

class OverloadWatchTest {

    private static final int CALM_FRAMES = 750;
    private static final int CLIENTS = 40;

    private final Counters counters = new Counters();
    private final EventLog events = new EventLog(() -> 0);
    private final OverloadWatch watch = new OverloadWatch(events, counters);

    private void calm(final int frames) {
        for (int frame = 0; frame < frames; frame++) {
            watch.note(0, false, CLIENTS);
        }
    }

    private List<String> lines() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        new EventPrinter(events, new LogWriter(new PrintStream(out, true, StandardCharsets.UTF_8), ZoneOffset.UTC))
            .start().close();
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldSayNothingOfFramesSkippedInOneStall() {
        watch.note(30, false, CLIENTS);
        calm(2 * CALM_FRAMES);
        assertEquals(List.of(), lines());
        assertEquals(0, counters.get(Counter.OVERLOADS));
    }

    @Test
    void shouldTellOnceWhenAnOverloadBeginsAndOnceWhenItIsOver() {
        watch.note(375, true, CLIENTS);
        calm(CALM_FRAMES - 1);
        watch.note(400, true, CLIENTS);
        calm(10);
        watch.note(5, false, CLIENTS);
        calm(CALM_FRAMES - 1);
        assertEquals(1, counters.get(Counter.OVERLOADS));
        calm(1 + 2 * CALM_FRAMES);

        final List<String> lines = lines();
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).contains("overload: 375 frames"), lines.get(0));
        assertTrue(lines.get(1).contains("overload over: 780 frames"), lines.get(1));
    }

    @Test
    void shouldTellOfTheNextOverloadToo() {
        for (int overload = 1; overload <= 3; overload++) {
            watch.note(100 * overload, true, CLIENTS);
            calm(CALM_FRAMES);
        }
        assertEquals(3, counters.get(Counter.OVERLOADS));
        final List<String> lines = lines();
        assertEquals(6, lines.size());
        assertTrue(lines.get(5).contains("overload over: 300 frames"), lines.get(5));
    }
}
