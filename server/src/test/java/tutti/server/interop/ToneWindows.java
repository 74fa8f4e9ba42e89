package tutti.server.interop;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The level of one tone in each of many short stretches of a recording, so that a gap of a fraction of an audio frame
 * shows. A stretch is {@value #WINDOW} samples long, a whole number of periods of every tone that is a multiple of
 * 240 Hz at 48 kHz: such tones do not disturb each other's levels, nor does their phase.
 */
final class ToneWindows {
    static final int WINDOW = 200;
    /** Distance between the starts of two stretches, in samples: less than the shortest audio frame. */
    static final int STEP = 50;
    static final double SAMPLE_RATE = 48_000;

    private final double[] amplitudes;

    /**
     * @param samples   one channel of a recording at 48 kHz, full scale at 1
     * @param frequency of the tone, in Hz
     */
    ToneWindows(final float[] samples, final double frequency) {
        final double[] cosine = wave(frequency, Math.PI / 2);
        final double[] sine = wave(frequency, 0);
        amplitudes = IntStream.iterate(0, start -> start + WINDOW <= samples.length, start -> start + STEP)
                .mapToDouble(start -> Math.hypot(product(samples, start, cosine), product(samples, start, sine)))
                .toArray();
    }

    private static double[] wave(final double frequency, final double phase) {
        return IntStream.range(0, WINDOW)
                .mapToDouble(i -> Math.sin(2 * Math.PI * frequency * i / SAMPLE_RATE + phase) * 2 / WINDOW)
                .toArray();
    }

    private static double product(final float[] samples, final int start, final double[] wave) {
        double sum = 0;
        for (int i = 0; i < WINDOW; i++) {
            sum += samples[start + i] * wave[i];
        }
        return sum;
    }

    /** @return how many stretches there are */
    int count() {
        return amplitudes.length;
    }

    /** @return whether the tone's amplitude in a stretch is {@code expected} +/- {@code tolerance} */
    boolean isWithin(final int stretch, final double expected, final double tolerance) {
        return Math.abs(amplitudes[stretch] - expected) <= tolerance;
    }

    /** @return the smallest, middle and largest amplitude in words, for a message */
    @Override
    public String toString() {
        final double[] sorted = amplitudes.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? "no samples" : String.format(Locale.ROOT, "%.4f to %.4f, median %.4f",
                sorted[0], sorted[sorted.length - 1], sorted[sorted.length / 2]);
    }
}
