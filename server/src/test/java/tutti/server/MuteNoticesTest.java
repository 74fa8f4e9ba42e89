package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MuteNoticesTest {

    private static final int LAST = ServerLimits.MAX_CLIENTS - 1;

    private final MuteNotices notices = new MuteNotices();

    private List<Integer> tellAll() {
        final List<Integer> told = new ArrayList<>();
        for (int listener = notices.nextUntold(); listener >= 0; listener = notices.nextUntold()) {
            told.add(listener);
            notices.markTold(listener);
        }
        return told;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 127, 128, LAST})
    void shouldTellEachChangeOnce(final int listener) {
        notices.set(listener, true);
        assertTrue(notices.mutes(listener));
        assertEquals(List.of(listener), tellAll());
        assertEquals(List.of(), tellAll());
        notices.set(listener, false);
        assertFalse(notices.mutes(listener));
        assertEquals(List.of(listener), tellAll());
    }

    @Test
    void shouldTellAscendingAndOnlyTheLatestState() {
        notices.set(LAST, true);
        notices.set(3, true);
        notices.set(64, true);
        notices.set(64, false);
        assertEquals(List.of(3, LAST), tellAll());
        notices.set(3, false);
        notices.set(3, true);
        assertEquals(List.of(), tellAll());
    }

    @Test
    void shouldHaveNothingToTellAfterItWasCleared() {
        notices.set(5, true);
        tellAll();
        notices.set(6, true);
        notices.clear();
        assertEquals(List.of(), tellAll());
        assertFalse(notices.mutes(5));
    }
}
