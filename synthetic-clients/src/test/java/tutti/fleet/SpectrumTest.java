package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpectrumTest {

    @Test
    void separatesTonesAndSides() {
        final float[] left = new float[TonePlan.LOOP_SAMPLES];
        final float[] right = new float[TonePlan.LOOP_SAMPLES];
        for (int i = 0; i < TonePlan.LOOP_SAMPLES; i++) {
            left[i] = (float) (1000 * TonePlan.sample(0, i) + 30 * TonePlan.sample(7, i) + 500);
            right[i] = (float) (200 * TonePlan.sample(0, i) + 4000 * TonePlan.sample(149, i));
        }
        final Spectrum spectrum = new Spectrum();
        spectrum.transform(left, right);
        for (int line = 1; line < TonePlan.LOOP_SAMPLES / 2; line++) {
            final float expectedLeft = line == TonePlan.line(0) ? 1000 : line == TonePlan.line(7) ? 30 : 0;
            final float expectedRight = line == TonePlan.line(0) ? 200 : line == TonePlan.line(149) ? 4000 : 0;
            assertEquals(expectedLeft, spectrum.leftAmplitude(line), 0.05, "left, line " + line);
            assertEquals(expectedRight, spectrum.rightAmplitude(line), 0.05, "right, line " + line);
        }
    }

    @Test
    void measuresTheSameWhereverTheWindowBegins() {
        final float[] left = new float[TonePlan.LOOP_SAMPLES];
        for (int i = 0; i < TonePlan.LOOP_SAMPLES; i++) {
            left[i] = (float) (1000 * TonePlan.sample(20, i + 12_345));
        }
        final Spectrum spectrum = new Spectrum();
        spectrum.transform(left, new float[TonePlan.LOOP_SAMPLES]);
        assertEquals(1000, spectrum.leftAmplitude(TonePlan.line(20)), 0.05);
        assertEquals(0, spectrum.leftAmplitude(TonePlan.line(20) + 1), 0.05);
    }
}
