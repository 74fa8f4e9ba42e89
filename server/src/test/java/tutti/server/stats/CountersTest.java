package tutti.server.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class CountersTest {
    private final Counters counters = new Counters();

    @Test
    void shouldKeepCountersApart() {
        counters.increment(Counter.FRAMES);
        counters.increment(Counter.FRAMES);
        counters.add(Counter.AUDIO_SENT_BYTES, 71);
        counters.set(Counter.CLIENTS, 3);
        counters.add(Counter.CLIENTS, -1);

        assertEquals(2, counters.get(Counter.FRAMES));
        assertEquals(71, counters.get(Counter.AUDIO_SENT_BYTES));
        assertEquals(2, counters.get(Counter.CLIENTS));
        assertEquals(0, counters.get(Counter.FRAMES_LATE));
    }

    @Test
    void shouldBeSeenByAnotherThread() throws InterruptedException {
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < 100_000; i++) {
                counters.increment(Counter.PINGS);
            }
        });
        writer.start();
        long last = 0;
        while (writer.isAlive()) {
            final long now = counters.get(Counter.PINGS);
            assertEquals(Math.max(last, now), now, "a total never falls");
            last = now;
        }
        writer.join();

        assertEquals(100_000, counters.get(Counter.PINGS));
    }
}
