package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FadersTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 40, 150, 512})
    void withDefaultFadersEverybodyHearsEverybodyAtUnity(final int clients) {
        for (int tone = 0; tone < clients; tone++) {
            assertEquals(1f, Faders.DEFAULT.gain(0, tone, clients));
            assertEquals(0x8000, Faders.DEFAULT.wireGain(0, tone, clients));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 10, 40, 64, 150})
    void withDistinctFadersNoTwoMixesAreEqual(final int clients) {
        final float[][] rows = new float[clients][clients];
        for (int listener = 0; listener < clients; listener++) {
            final Set<Float> gains = new HashSet<>();
            for (int tone = 0; tone < clients; tone++) {
                rows[listener][tone] = Faders.DISTINCT.gain(listener, tone, clients);
                assertTrue(rows[listener][tone] >= 0.39 && rows[listener][tone] <= 1);
                assertTrue(gains.add(rows[listener][tone]), "listener " + listener + " hears two tones alike");
            }
            assertEquals(1f, rows[listener][listener], "one's own tone");
        }
        for (int a = 0; a < clients; a++) {
            for (int b = 0; b < a; b++) {
                assertNotEquals(Arrays.toString(rows[a]), Arrays.toString(rows[b]));
            }
        }
    }
}
