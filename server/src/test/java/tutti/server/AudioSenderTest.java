package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

class AudioSenderTest {

    private static final int MAX_HOLD_MICROS = 250;
    private static final int BYTES = 71;

    private final ManualClock clock = new ManualClock();
    private final Counters counters = new Counters();
    private final AudioSender sender =
        new AudioSender(new MemoryTransport(clock), 100, true, MAX_HOLD_MICROS, counters, clock);

    /** One mix took 50 us, so every other may; what waits for 80 us must not be held until after the next. */
    @Test
    void shouldExpectEveryMixToTakeAsLongAsTheLongestOfTheFrame() {
        try (Arena arena = Arena.ofConfined()) {
            final Session listener = new Session(0, Rig.codec(), arena);
            final long block = arena.allocate(BYTES).address();
            sender.begin();
            mix(listener, block, 50);
            mix(listener, block, 10);
            mix(listener, block, 30);
            mix(listener, block, 30);
            assertEquals(0, counters.get(Counter.AUDIO_SENT));
            mix(listener, block, 10);
            assertEquals(5, counters.get(Counter.AUDIO_SENT));
            assertEquals(80_000, sender.holdNanos());

            sender.begin();
            for (int i = 0; i < 12; i++) {
                mix(listener, block, 10);
            }
            assertEquals(5, counters.get(Counter.AUDIO_SENT), "the longest mix of an earlier frame counts no more");
        }
    }

    private void mix(final Session listener, final long block, final long micros) {
        clock.advance(1000 * micros);
        sender.add(listener, block, BYTES, 0, 0, clock.nanoTime());
        sender.flushOverdue(clock.nanoTime(), 1000 * micros);
    }
}
