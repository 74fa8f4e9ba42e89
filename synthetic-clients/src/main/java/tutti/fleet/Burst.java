package tutti.fleet;

/**
 * The sound by which latency is measured: a sine that rises from 400 to 3600 Hz within {@value #SAMPLES} samples
 * (5.3 ms), with soft ends. It has one clear peak when it is compared with itself at all shifts, and the codec keeps
 * its shape at every quality.
 */
final class Burst {

    static final int SAMPLES = 256;

    private static final double BEGIN_HERTZ = 400;
    private static final double END_HERTZ = 3600;
    private static final int SOFT_SAMPLES = 16;
    private static final float[] SHAPE = shape();

    private Burst() {
    }

    private static float[] shape() {
        final float[] shape = new float[SAMPLES];
        double cycles = 0;
        for (int i = 0; i < SAMPLES; i++) {
            final int toEnd = Math.min(i, SAMPLES - 1 - i);
            final double fade = toEnd >= SOFT_SAMPLES ? 1 : (1 - Math.cos(Math.PI * toEnd / SOFT_SAMPLES)) / 2;
            shape[i] = (float) (fade * Math.sin(2 * Math.PI * cycles));
            cycles += (BEGIN_HERTZ + (END_HERTZ - BEGIN_HERTZ) * i / SAMPLES) / StreamFormat.SAMPLE_RATE;
        }
        return shape;
    }

    /** {@return sample {@code i} of the burst, -1 to 1; 0 before and behind it} */
    static float sample(final int i) {
        return i < 0 || i >= SAMPLES ? 0 : SHAPE[i];
    }

    /** {@return sum of the squares of all samples} */
    static double energy() {
        double energy = 0;
        for (final float sample : SHAPE) {
            energy += sample * sample;
        }
        return energy;
    }

    /** {@return sum of the products of the burst's samples with those from {@code heard[from]} on} */
    static float compare(final int[] heard, final int from) {
        float sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            sum += SHAPE[i] * heard[from + i];
        }
        return sum;
    }
}
