package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.util.Arrays;
import java.util.Objects;

/** The mix in plain Java: the oracle of {@link VectorMixKernels} and its stand-in where the Vector API is missing. */
final class ScalarMixKernels implements MixKernels {

    private final float[] sums = new float[2 * FRAME_SAMPLES];

    @Override
    public void load(final TalkerPlanes planes, final int talker, final int channels, final long pcmAddress) {
        Objects.checkIndex(talker, planes.maxTalkers());
        final long stereo = planes.stereoAddress(talker);
        final long mono = planes.monoAddress(talker);
        for (int i = 0; i < FRAME_SAMPLES; i++) {
            final float left;
            final float right;
            if (channels == 2) {
                left = sample(pcmAddress, 2 * i);
                right = sample(pcmAddress, 2 * i + 1);
            } else {
                left = sample(pcmAddress, i);
                right = left;
            }
            setValue(stereo, 2 * i, left);
            setValue(stereo, 2 * i + 1, right);
            setValue(mono, i, (left + right) * 0.5f);
        }
    }

    @Override
    public void mixStereo(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                          final long pcmAddress) {
        mix(planes.stereoAddress(0), TalkerPlanes.STEREO_FLOATS, talkers, count, factors, pcmAddress);
    }

    @Override
    public void mixMono(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                        final long pcmAddress) {
        mix(planes.monoAddress(0), TalkerPlanes.MONO_FLOATS, talkers, count, factors, pcmAddress);
    }

    @Override
    public String describe() {
        return "scalar";
    }

    /** Mixes planes of {@code floats} floats each, the first at {@code planes}. */
    private void mix(final long planes, final int floats, final int[] talkers, final int count, final long[] factors,
                     final long pcmAddress) {
        Arrays.fill(sums, 0, floats, 0.0f);
        for (int t = 0; t < count; t++) {
            final int talker = talkers[t];
            final long plane = planes + (long) talker * floats * Float.BYTES;
            final float first = FactorPair.first(factors[talker]);
            final float second = FactorPair.second(factors[talker]);
            for (int i = 0; i < floats; i += 2) {
                sums[i] += first * value(plane, i);
                sums[i + 1] += second * value(plane, i + 1);
            }
        }
        store(floats, pcmAddress);
    }

    /** Writes the first {@code length} sums as 16-bit samples. A cast to int truncates toward zero and saturates. */
    private void store(final int length, final long pcmAddress) {
        for (int i = 0; i < length; i++) {
            final int clamped = Math.clamp((int) sums[i], Short.MIN_VALUE, Short.MAX_VALUE);
            NativeMemory.ALL.set(JAVA_SHORT, pcmAddress + (long) i * Short.BYTES, (short) clamped);
        }
    }

    private static float sample(final long pcmAddress, final int index) {
        return NativeMemory.ALL.get(JAVA_SHORT, pcmAddress + (long) index * Short.BYTES);
    }

    private static float value(final long plane, final int index) {
        return NativeMemory.ALL.get(JAVA_FLOAT, plane + (long) index * Float.BYTES);
    }

    private static void setValue(final long plane, final int index, final float value) {
        NativeMemory.ALL.set(JAVA_FLOAT, plane + (long) index * Float.BYTES, value);
    }
}
