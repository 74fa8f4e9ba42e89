package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TonePlanTest {

    @Test
    void everyToneRepeatsAfterOneLoop() {
        for (int tone = 0; tone < TonePlan.MAX_TONES; tone += 37) {
            for (int index = 0; index < 300; index += 7) {
                assertEquals(TonePlan.sample(tone, index), TonePlan.sample(tone, index + TonePlan.LOOP_SAMPLES), 1e-12);
            }
        }
    }

    @Test
    void noToneIsTheOctaveOfAnotherNorTheSumOfTwo() {
        final Set<Integer> lines = new HashSet<>();
        for (int tone = 0; tone < TonePlan.MAX_TONES; tone++) {
            assertTrue(lines.add(TonePlan.line(tone)));
        }
        for (final int a : lines) {
            for (final int b : lines) {
                assertFalse(lines.contains(a + b), a + " + " + b);
            }
        }
    }

    @Test
    void allTonesLieInTheCodecsBand() {
        assertTrue(TonePlan.hertz(TonePlan.line(0)) > 200);
        assertTrue(TonePlan.hertz(TonePlan.line(TonePlan.MAX_TONES - 1)) < 20_000);
    }

    @Test
    void findsTheToneOfALineAndOfAName() {
        final TonePlan plan = TonePlan.of(150, 0);
        for (int tone = 0; tone < 150; tone++) {
            assertEquals(tone, plan.toneAt(TonePlan.line(tone)));
            assertEquals(tone, plan.toneOf(TonePlan.name(tone)));
        }
        assertEquals("Tone 001", TonePlan.name(0));
        assertEquals(-1, plan.toneAt(TonePlan.line(0) - 1));
        assertEquals(-1, plan.toneAt(TonePlan.line(0) + 1));
        assertEquals(-1, plan.toneAt(TonePlan.line(150)));
        assertEquals(-1, plan.toneOf("Tone 151"));
        assertEquals(-1, plan.toneOf("Tone 000"));
        assertEquals(-1, plan.toneOf("Tone x"));
        assertEquals(-1, plan.toneOf("Tone "));
        assertEquals(-1, plan.toneOf("Anna"));
    }

    @Test
    void theSumOfAllTonesDoesNotClip() {
        for (final int tones : new int[] {1, 2, 10, 40, 150}) {
            final TonePlan plan = TonePlan.of(tones, 0);
            double peak = 0;
            for (int index = 0; index < TonePlan.LOOP_SAMPLES; index++) {
                double sum = 0;
                for (int tone = 0; tone < tones; tone++) {
                    sum += plan.amplitude(0) * TonePlan.sample(tone, index);
                }
                peak = Math.max(peak, Math.abs(sum));
            }
            assertTrue(peak < Short.MAX_VALUE, tones + " tones reach " + peak);
        }
    }

    @Test
    void theLastTonesAreMutedAndTheOthersMayBeLouder() {
        final TonePlan plan = TonePlan.of(150, 120);
        assertEquals(TonePlan.of(30, 0).amplitude(), plan.amplitude());
        for (int tone = 0; tone < 150; tone++) {
            assertEquals(tone >= 30, plan.isMuted(tone));
            assertEquals(tone < 30 ? plan.amplitude(1) : 0, plan.amplitude(tone, 1));
        }
    }

    @Test
    void refusesImpossibleNumbers() {
        assertThrows(IllegalArgumentException.class, () -> TonePlan.of(0, 0));
        assertThrows(IllegalArgumentException.class, () -> TonePlan.of(TonePlan.MAX_TONES + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> TonePlan.of(5, 5));
        assertThrows(IllegalArgumentException.class, () -> TonePlan.of(5, -1));
    }
}
