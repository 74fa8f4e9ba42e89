package tutti.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

final class HealthCheckTest {
    private final Counters counters = new Counters();
    private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(4);
    private final HealthCheck check = new HealthCheck(counters, () -> nanos);

    @Test
    void shouldBeHealthyWhileTheLoopTurns() {
        counters.set(Counter.CLIENTS, 12);
        for (int second = 0; second < 10; second++) {
            passSecond(375);
            assertTrue(check.result().healthy());
        }
        assertEquals("ok, 12 clients", check.result().text());
    }

    @Test
    void shouldFindAStall() {
        passSecond(375);
        passSecond(0);
        passSecond(0);
        assertTrue(check.result().healthy());

        passSecond(0);

        assertFalse(check.result().healthy());
        assertEquals("stalled: the loop has not turned for 3.0 s", check.result().text());

        passSecond(1);
        assertTrue(check.result().healthy());
    }

    @Test
    void shouldMentionSkippedFramesForTenSeconds() {
        counters.add(Counter.FRAMES_SKIPPED, 8);
        for (int second = 0; second < 10; second++) {
            passSecond(375);
            assertTrue(check.result().healthy(), "a restart would not help");
            assertEquals("overloaded: frames were dropped in the last 10 s, 0 clients", check.result().text());
        }
        passSecond(375);

        assertEquals("ok, 0 clients", check.result().text());
    }

    @Test
    void shouldNotTrustAnOldResult() {
        passSecond(375);
        nanos += HealthCheck.STALE_NANOS + 1;

        assertFalse(check.result().healthy());
        assertEquals("unknown: not looked at for 5.0 s", check.result().text());
    }

    private void passSecond(final int turns) {
        nanos += TimeUnit.SECONDS.toNanos(1);
        counters.add(Counter.LOOP_TURNS, turns);
        check.run();
    }
}
