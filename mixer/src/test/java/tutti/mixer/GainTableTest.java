package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GainTableTest {

    private static final int CHANNELS = 5;

    private final GainTable gains = new GainTable(CHANNELS);

    @Test
    void shouldStartSilent() {
        assertFactors(0.0f, 0.0f, 0.0f, 1, 2);
    }

    @Test
    void shouldStartWithUnityGainsAndCentrePans() {
        fadeAllIn();
        for (int listener = 0; listener < CHANNELS; listener++) {
            for (int source = 0; source < CHANNELS; source++) {
                assertFactors(1.0f, 1.0f, 1.0f, listener, source);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0.000030517578125", "0x4000, 0.5", "0x8000, 1", "0xFFFF, 1.999969482421875"})
    void shouldTakeGainsFromTheWireUnclamped(final String wireGain, final float expected) {
        fadeAllIn();
        gains.setGain(1, 2, Integer.decode(wireGain));
        assertFactors(expected, expected, expected, 1, 2);
        assertFactors(1.0f, 1.0f, 1.0f, 2, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0", "0x2000, 1, 0.5", "0x4000, 1, 1", "0x6000, 0.5, 1", "0x8000, 0, 1", "0x8001, 0, 1", "0xFFFF, 0, 1",
        "1, 1, 0.00006103515625", "0x7FFF, 0.00006103515625, 1"})
    void shouldPanStereoListenersOnly(final String wirePan, final float left, final float right) {
        fadeAllIn();
        gains.setPan(1, 2, Integer.decode(wirePan));
        assertFactors(1.0f, left, right, 1, 2);
    }

    @Test
    void shouldMultiplyGainAndPan() {
        fadeAllIn();
        gains.setGain(3, 0, 0xC000);
        gains.setPan(3, 0, 0x1000);
        assertFactors(1.5f, 1.5f, 0.375f, 3, 0);
    }

    @Test
    void shouldFadeBothTheSourceAndTheListenerButNotOneselfTwice() {
        fadeAllIn();
        gains.setFade(1, 1, 4);
        gains.setFade(2, 1, 2);
        assertFactors(0.25f, 0.25f, 0.25f, 0, 1);
        assertFactors(0.25f, 0.25f, 0.25f, 1, 0);
        assertFactors(0.125f, 0.125f, 0.125f, 1, 2);
        assertFactors(0.125f, 0.125f, 0.125f, 2, 1);
        assertFactors(0.25f, 0.25f, 0.25f, 1, 1);
        assertFactors(1.0f, 1.0f, 1.0f, 0, 0);
    }

    @Test
    void shouldKeepGainsAndPansSetWhileFadedOut() {
        gains.setGain(1, 2, 0x4000);
        gains.setPan(1, 2, 0x8000);
        assertFactors(0.0f, 0.0f, 0.0f, 1, 2);
        fadeAllIn();
        assertFactors(0.5f, 0.0f, 0.5f, 1, 2);
    }

    @Test
    void shouldApplyAFadeAlsoToRowsReadBeforeItAndToGainsSetAfterIt() {
        fadeAllIn();
        assertFactors(1.0f, 1.0f, 1.0f, 1, 2);
        gains.setFade(2, 1, 2);
        gains.setGain(1, 3, 0x4000);
        assertFactors(0.5f, 0.5f, 0.5f, 1, 2);
        assertFactors(0.5f, 0.5f, 0.5f, 1, 3);
    }

    /** The verified sequence of section 4.6: to 0, to 1/32768, to 0 again. */
    @Test
    void shouldTellWhenAGainBecomesOrCeasesToBeZero() {
        assertFalse(gains.setGain(1, 0, 0x4000));
        assertTrue(gains.setGain(1, 0, 0));
        assertTrue(gains.isMuted(1, 0));
        assertFalse(gains.setGain(1, 0, 0));
        assertTrue(gains.setGain(1, 0, 1));
        assertFalse(gains.isMuted(1, 0));
        assertFalse(gains.setGain(1, 0, 0xFFFF));
    }

    @Test
    void shouldKnowHowManySourcesAListenerHasMuted() {
        final Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            if (random.nextInt(20) == 0) {
                gains.resetChannel(random.nextInt(CHANNELS));
            } else {
                gains.setGain(random.nextInt(CHANNELS), random.nextInt(CHANNELS), random.nextInt(3));
            }
            for (int listener = 0; listener < CHANNELS; listener++) {
                final int who = listener;
                assertEquals(IntStream.range(0, CHANNELS).filter(source -> gains.isMuted(who, source)).count(),
                    gains.mutedSources(listener));
            }
        }
    }

    @Test
    void shouldNotCallAChannelMutedBecauseItIsFadedOut() {
        gains.setFade(0, 0, 1125);
        assertFalse(gains.isMuted(1, 0));
        assertTrue(gains.setGain(1, 0, 0), "a stored gain changed, whatever the fade");
    }

    @Test
    void shouldResetANewcomersGainsInBothDirectionsAndFadeItOut() {
        fadeAllIn();
        gains.setGain(1, 0, 0);
        gains.setGain(0, 1, 0x1000);
        gains.setPan(1, 2, 0);
        gains.setPan(2, 1, 0x8000);
        gains.setGain(0, 2, 0x2000);
        gains.resetChannel(1);
        assertFalse(gains.isMuted(1, 0));
        for (int other = 0; other < CHANNELS; other++) {
            assertFactors(0.0f, 0.0f, 0.0f, 1, other);
            assertFactors(0.0f, 0.0f, 0.0f, other, 1);
        }
        gains.setFade(1, 1125, 1125);
        for (int other = 0; other < CHANNELS; other++) {
            assertFactors(1.0f, 1.0f, 1.0f, 1, other);
            assertFactors(1.0f, 1.0f, 1.0f, other, 1);
        }
        assertFactors(0.25f, 0.25f, 0.25f, 0, 2);
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> new GainTable(0));
        assertThrows(IndexOutOfBoundsException.class, () -> gains.setGain(CHANNELS, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> gains.setGain(0, -1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> gains.setPan(0, CHANNELS, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> gains.setFade(CHANNELS, 0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> gains.resetChannel(CHANNELS));
        assertThrows(IllegalArgumentException.class, () -> gains.setGain(0, 0, 0x10000));
        assertThrows(IllegalArgumentException.class, () -> gains.setPan(0, 0, -1));
        assertThrows(IllegalArgumentException.class, () -> gains.setFade(0, -1, 1125));
        assertThrows(IllegalArgumentException.class, () -> gains.setFade(0, 0, 0));
        final var tooFar = assertThrows(IllegalArgumentException.class, () -> gains.setFade(0, 1126, 1125));
        assertNotEquals(-1, tooFar.getMessage().indexOf("1126/1125"), tooFar.getMessage());
    }

    private void fadeAllIn() {
        for (int channel = 0; channel < CHANNELS; channel++) {
            gains.setFade(channel, 1125, 1125);
        }
    }

    private void assertFactors(final float mono, final float left, final float right, final int listener,
                               final int source) {
        final long monoPair = gains.monoFactors(listener)[source];
        final long stereoPair = gains.stereoFactors(listener)[source];
        final String what = "listener " + listener + ", source " + source;
        assertEquals(mono, FactorPair.first(monoPair), what);
        assertEquals(mono, FactorPair.second(monoPair), what);
        assertEquals(left, FactorPair.first(stereoPair), what);
        assertEquals(right, FactorPair.second(stereoPair), what);
    }
}
