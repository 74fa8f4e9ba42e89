package tutti.mixer;

/**
 * Sections 4.4 and 5.6 word for word, from wire values to samples: no rows, no planes, one sample after the other.
 * With floats it is what the kernels must equal to the sample; with doubles it is what the floats must be close to.
 */
final class MixModel {

    /**
     * One talker as a listener hears it.
     *
     * @param pcm         its frame
     * @param channels    1 or 2
     * @param wireGain    value of CHANNEL_GAIN
     * @param wirePan     value of CHANNEL_PAN
     * @param fadeCounter its fade counter
     * @param fadeMaximum the maximum of that counter
     * @param own         whether the listener is this talker
     */
    record Source(short[] pcm, int channels, int wireGain, int wirePan, int fadeCounter, int fadeMaximum, boolean own) {

        float effectiveGain(final float listenerFade) {
            final float gain = wireGain / 32768.0f;
            final float faded = gain * ((float) fadeCounter / fadeMaximum);
            return own ? faded : faded * listenerFade;
        }

        float leftPan() {
            return 2.0f * Math.min(0.5f, 1.0f - pan());
        }

        float rightPan() {
            return 2.0f * Math.min(0.5f, pan());
        }

        float left(final int i) {
            return pcm[i * channels];
        }

        float right(final int i) {
            return pcm[i * channels + channels - 1];
        }

        private float pan() {
            return Math.min(1.0f, wirePan / 32768.0f);
        }
    }

    private MixModel() {
    }

    /** Mixes for a stereo listener. */
    static short[] stereo(final Source[] sources, final float listenerFade) {
        final short[] mixed = new short[2 * MixKernels.FRAME_SAMPLES];
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            float left = 0.0f;
            float right = 0.0f;
            for (final Source source : sources) {
                final float g = source.effectiveGain(listenerFade);
                left += g * source.leftPan() * source.left(i);
                right += g * source.rightPan() * source.right(i);
            }
            mixed[2 * i] = toSample(left);
            mixed[2 * i + 1] = toSample(right);
        }
        return mixed;
    }

    /** Mixes for a mono listener. */
    static short[] mono(final Source[] sources, final float listenerFade) {
        final short[] mixed = new short[MixKernels.FRAME_SAMPLES];
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i++) {
            float sum = 0.0f;
            for (final Source source : sources) {
                sum += source.effectiveGain(listenerFade) * ((source.left(i) + source.right(i)) / 2.0f);
            }
            mixed[i] = toSample(sum);
        }
        return mixed;
    }

    /** Mixes for a stereo listener in double precision and returns the left sums, neither clamped nor truncated. */
    static double[] exactLeft(final Source[] sources, final float listenerFade) {
        final double[] sums = new double[MixKernels.FRAME_SAMPLES];
        for (int i = 0; i < sums.length; i++) {
            for (final Source source : sources) {
                final double ownFade = (double) source.fadeCounter / source.fadeMaximum;
                final double fade = source.own ? ownFade : ownFade * listenerFade;
                sums[i] += source.wireGain / 32768.0 * fade * source.leftPan() * source.left(i);
            }
        }
        return sums;
    }

    private static short toSample(final float sum) {
        final float clamped = Math.max(-32768.0f, Math.min(32767.0f, sum));
        return (short) clamped;
    }
}
