package tutti.fleet;

/**
 * Complex fast Fourier transform of {@link TonePlan#LOOP_SAMPLES} points, in place, radix 2, decimation in time.
 * A stereo signal goes in as one complex signal, left + i x right: both spectra come out of one transform.
 * One instance is one thread's; it allocates nothing after construction.
 */
final class Spectrum {

    private static final int SIZE = TonePlan.LOOP_SAMPLES;
    private static final int BITS = Integer.numberOfTrailingZeros(SIZE);

    private final float[] cosine = new float[SIZE / 2];
    private final float[] sine = new float[SIZE / 2];
    private final float[] re = new float[SIZE];
    private final float[] im = new float[SIZE];

    Spectrum() {
        for (int i = 0; i < SIZE / 2; i++) {
            cosine[i] = (float) Math.cos(2 * Math.PI * i / SIZE);
            sine[i] = (float) -Math.sin(2 * Math.PI * i / SIZE);
        }
    }

    /**
     * Transforms {@code left} and {@code right}, each of {@link TonePlan#LOOP_SAMPLES} samples; the arrays are not
     * changed. For mono, {@code right} holds zeros.
     */
    void transform(final float[] left, final float[] right) {
        for (int i = 0; i < SIZE; i++) {
            final int reversed = Integer.reverse(i) >>> (Integer.SIZE - BITS);
            re[reversed] = left[i];
            im[reversed] = right[i];
        }
        for (int half = 1; half < SIZE; half <<= 1) {
            final int step = SIZE / (2 * half);
            for (int block = 0; block < SIZE; block += 2 * half) {
                butterflies(block, half, step);
            }
        }
    }

    private void butterflies(final int block, final int half, final int step) {
        for (int j = 0; j < half; j++) {
            final float c = cosine[j * step];
            final float s = sine[j * step];
            final int upper = block + j;
            final int lower = upper + half;
            final float lowerRe = re[lower] * c - im[lower] * s;
            final float lowerIm = re[lower] * s + im[lower] * c;
            re[lower] = re[upper] - lowerRe;
            im[lower] = im[upper] - lowerIm;
            re[upper] += lowerRe;
            im[upper] += lowerIm;
        }
    }

    /**
     * {@return peak amplitude of the left signal's sine at that line, 1 to SIZE / 2 - 1, in the unit of the samples}
     */
    float leftAmplitude(final int line) {
        final int mirror = SIZE - line;
        return amplitude(re[line] + re[mirror], im[line] - im[mirror]);
    }

    /** {@return the same for the right signal} */
    float rightAmplitude(final int line) {
        final int mirror = SIZE - line;
        return amplitude(im[line] + im[mirror], re[mirror] - re[line]);
    }

    private static float amplitude(final float twiceRe, final float twiceIm) {
        return (float) Math.sqrt(twiceRe * twiceRe + twiceIm * twiceIm) / SIZE;
    }
}
