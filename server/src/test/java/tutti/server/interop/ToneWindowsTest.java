package tutti.server.interop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The measuring instrument of the interop test must itself be right: it would otherwise find no drop-outs anywhere. */
class ToneWindowsTest {
    private static final int SECOND = 48_000;
    private static final double AMPLITUDE = 0.2;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 1, 2})
    void shouldFindTheToneAtItsLevelWhateverItsPhase(final double phase) {
        final ToneWindows windows = new ToneWindows(tone(240, phase), 240);

        assertEquals((SECOND - ToneWindows.WINDOW) / ToneWindows.STEP + 1, windows.count());
        assertEquals(0, outside(windows, AMPLITUDE, 1e-4));
    }

    @Test
    void shouldNotTakeAnotherToneForTheOneLookedFor() {
        final ToneWindows windows = new ToneWindows(tone(720, 0), 240);

        assertEquals(0, outside(windows, 0, 1e-4));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128})
    void shouldSeeTheGapThatOneLostFrameLeaves(final int frameSamples) {
        final float[] samples = tone(240, 0);
        Arrays.fill(samples, 10_000, 10_000 + frameSamples, 0);

        assertTrue(outside(new ToneWindows(samples, 240), AMPLITUDE, AMPLITUDE * 0.2) > 0);
    }

    @Test
    void shouldSeeAFrameThatIsMissingFromTheStream() {
        final float[] whole = tone(240, 0);
        final float[] samples = new float[whole.length - 128];
        System.arraycopy(whole, 0, samples, 0, 10_000);
        System.arraycopy(whole, 10_128, samples, 10_000, samples.length - 10_000);

        assertTrue(outside(new ToneWindows(samples, 240), AMPLITUDE, AMPLITUDE * 0.2) > 0);
    }

    @Test
    void shouldCountSilenceAsAbsenceOfTheTone() {
        final ToneWindows windows = new ToneWindows(new float[SECOND], 240);

        assertEquals(windows.count(), outside(windows, AMPLITUDE, AMPLITUDE * 0.2));
    }

    private static int outside(final ToneWindows windows, final double expected, final double tolerance) {
        return (int) IntStream.range(0, windows.count())
                .filter(stretch -> !windows.isWithin(stretch, expected, tolerance))
                .count();
    }

    private static float[] tone(final double frequency, final double phase) {
        final float[] samples = new float[SECOND];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (float) (AMPLITUDE * Math.sin(2 * Math.PI * frequency * i / SECOND + phase));
        }
        return samples;
    }
}
