package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FrameClockTest {

    private static final long START = Long.MAX_VALUE - 5_000_000_000L;

    private final FrameClock clock = new FrameClock(1);

    @Test
    void shouldLieOnAnExactGridThatNeverDrifts() {
        clock.start(START);
        for (long frame = 0; frame < 3 * 375 * 3600; frame++) {
            if (frame % 3 == 0) {
                assertEquals(START + frame / 3 * 8_000_000, clock.deadline());
            }
            assertEquals(0, clock.begin(clock.deadline()));
        }
    }

    @Test
    void shouldHaveAsManyFramesInTheTimeOfOneAsTheTempoSays() {
        final FrameClock fast = new FrameClock(6);
        fast.start(START);
        for (int frame = 0; frame < 18; frame++) {
            assertEquals(0, fast.begin(fast.deadline()));
        }
        assertEquals(START + 8_000_000, fast.deadline());
        assertEquals(36 - FrameClock.MAX_CATCH_UP, fast.begin(fast.deadline() + 16_000_000));
    }

    @Test
    void shouldRunAShortStallsFramesBackToBack() {
        clock.start(START);
        final long afterStall = START + 5 * 8_000_000 / 3 + 1000;
        for (int frame = 0; frame < 5; frame++) {
            assertEquals(0, clock.begin(afterStall));
            assertTrue(clock.caughtUp());
        }
        assertEquals(0, clock.begin(afterStall));
        assertFalse(clock.caughtUp());
        assertTrue(clock.deadline() - afterStall > 0);
    }

    @Test
    void shouldSkipWhatIsTooOldToBeCaughtUp() {
        clock.start(START);
        final long afterStall = START + 20 * 8_000_000 / 3 + 1000;
        assertEquals(20 - FrameClock.MAX_CATCH_UP, clock.begin(afterStall));
        assertFalse(clock.droppedBacklog());
        for (int frame = 1; frame < FrameClock.MAX_CATCH_UP; frame++) {
            assertEquals(0, clock.begin(afterStall));
            assertTrue(clock.caughtUp());
        }
        assertEquals(0, clock.begin(afterStall));
        assertFalse(clock.caughtUp());
    }

    @Test
    void shouldDropABacklogThatHasLastedASecond() {
        clock.start(START);
        long now = START + 10_000_000;
        final long began = now;
        long skipped = clock.begin(now);
        while (!clock.droppedBacklog()) {
            assertTrue(now - began < 2 * FrameClock.BACKLOG_LIMIT_NANOS, "never dropped");
            now += 3_000_000;
            skipped = clock.begin(now);
        }
        assertTrue(now - began > FrameClock.BACKLOG_LIMIT_NANOS);
        assertTrue(skipped > 0);
        assertFalse(clock.caughtUp());
        final long wait = clock.deadline() - now;
        assertTrue(wait > 0 && wait <= 2_666_667, "next frame in " + wait + " ns");
    }

    @Test
    void shouldForgiveABacklogThatMelts() {
        clock.start(START);
        long now = START;
        for (int second = 0; second < 10; second++) {
            now = clock.deadline() + 8_000_000;
            while (clock.deadline() - now <= 0) {
                assertEquals(0, clock.begin(now));
                assertFalse(clock.droppedBacklog());
            }
            while (clock.deadline() - now < 900_000_000L && clock.deadline() - START < (second + 1) * 1_000_000_000L) {
                assertEquals(0, clock.begin(clock.deadline()));
            }
        }
    }
}
