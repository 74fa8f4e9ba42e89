package tutti.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompilerRestTest {

    private final ManualClock clock = new ManualClock();
    private long compiledMillis;
    private final CompilerRest rest = new CompilerRest(clock, () -> compiledMillis);

    @Test
    void shouldBeReachedAfterSecondsInARowWithLittleWork() {
        assertFalse(passSecond(CompilerRest.BUSY_MILLIS));
        assertFalse(passSecond(0));
        assertFalse(passSecond(CompilerRest.BUSY_MILLIS - 1));
        assertTrue(passSecond(0));
    }

    @Test
    void shouldBeginAgainWhenTheCompilerHasWork() {
        assertFalse(passSecond(0));
        assertFalse(passSecond(0));
        assertFalse(passSecond(CompilerRest.BUSY_MILLIS));
        assertFalse(passSecond(0));
        assertFalse(passSecond(0));
        assertTrue(passSecond(0));
    }

    @Test
    void shouldNotTakeManyQuestionsForManySeconds() {
        for (int i = 0; i < 10; i++) {
            assertFalse(rest.isReached());
        }
    }

    private boolean passSecond(final long workMillis) {
        clock.advance(TimeUnit.SECONDS.toNanos(1));
        compiledMillis += workMillis;
        return rest.isReached();
    }
}
