package tutti.server.jitter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ErrorHistoryTest {

    private final ErrorHistory history = new ErrorHistory(200);

    @Test
    void rateIsOneBeforeAnyEvent() {
        history.clear(100);
        assertEquals(1.0, history.rate());
    }

    @Test
    void errorBeforeAnySuccessIsNoEvent() {
        history.clear(100);
        history.record(true);
        assertEquals(1.0, history.rate());
        history.record(false);
        assertEquals(0.0, history.rate());
    }

    @Test
    void errorsInARowCountOnce() {
        history.clear(100);
        history.record(false);
        history.record(true);
        history.record(true);
        history.record(true);
        assertEquals(1.0 / 2, history.rate());
        history.record(false);
        history.record(true);
        assertEquals(2.0 / 4, history.rate());
    }

    @Test
    void errorIsForgottenAfterAWholeHistoryOfSuccesses() {
        history.clear(130);
        history.record(false);
        history.record(true);
        for (int i = 0; i < 129; i++) {
            history.record(false);
            assertEquals(1.0 / Math.min(130, 3 + i), history.rate());
        }
        history.record(false);
        assertEquals(0.0, history.rate());
    }

    @Property(tries = 300)
    void equalsAQueueForAnyLength(@ForAll @IntRange(min = 1, max = 200) final int length,
                                  @ForAll @Size(max = 700) final List<Boolean> errors) {
        history.clear(64);
        history.record(false);
        history.record(true);
        history.clear(length);
        final ArrayDeque<Boolean> queue = new ArrayDeque<>();
        boolean previous = true;
        for (final boolean error : errors) {
            history.record(error);
            if (!error || !previous) {
                queue.add(error);
                if (queue.size() > length) {
                    queue.remove();
                }
            }
            previous = error;
            final double expected = queue.isEmpty() ? 1.0
                    : (double) queue.stream().filter(Boolean::booleanValue).count() / queue.size();
            assertEquals(expected, history.rate());
        }
    }
}
