package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GainPlanTest {

    private static final int CLIENTS = 7;

    @ParameterizedTest
    @EnumSource(Faders.class)
    void whoMeasuresLatencyHearsOnlyItselfAndIsHeardByNobodyElse(final Faders faders) {
        final GainPlan gains = new GainPlan(faders, CLIENTS, 2);
        for (int listener = 0; listener < CLIENTS; listener++) {
            int moved = 0;
            for (int tone = 0; tone < CLIENTS; tone++) {
                final boolean separate = listener != tone && (listener < 2 || tone < 2);
                assertEquals(separate ? 0 : faders.gain(listener, tone, CLIENTS), gains.gain(listener, tone));
                assertEquals(separate ? 0 : faders.wireGain(listener, tone, CLIENTS), gains.wireGain(listener, tone));
                moved += gains.isMoved(listener, tone) ? 1 : 0;
            }
            assertEquals(gains.moved(listener), moved);
            assertFalse(gains.isMoved(listener, listener));
        }
    }

    @ParameterizedTest
    @EnumSource(Faders.class)
    void withoutThemTheFadersDecide(final Faders faders) {
        final GainPlan gains = new GainPlan(faders, CLIENTS, 0);
        assertEquals(faders == Faders.DEFAULT ? 0 : CLIENTS - 1, gains.moved(3));
        assertTrue(gains.gain(3, 4) > 0);
    }
}
