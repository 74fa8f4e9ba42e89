package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

/**
 * The level of every channel as the level list shows it, 0 to 9 (section 4.9).
 *
 * <p>Peculiar on purpose, since clients' meters are made for it: only negative samples count, only every third sample
 * frame is looked at, and the memory of a peak halves from list to list, not with time.
 *
 * <p>Belongs to one thread. Nothing here allocates after construction.
 */
public final class LevelMeter {

    /** The highest level, which only the sample -32768 reaches and clients show as clipping. */
    public static final int MAX_LEVEL = 9;

    private static final int SAMPLE_FRAME_STEP = 3;
    private static final double FULL_SCALE = 32767.0;
    private static final double RANGE_DECIBELS = 50.0;
    private static final double STEPS = 8.0;

    private final double[] peak;

    /**
     * Creates a meter in which every channel is silent.
     *
     * @param maxChannels number of channels; their ids are 0 to {@code maxChannels - 1}
     */
    public LevelMeter(final int maxChannels) {
        peak = new double[maxChannels];
    }

    /**
     * Forgets what a channel's level was, as at its connection.
     *
     * @param channel channel id
     */
    public void reset(final int channel) {
        peak[channel] = 0.0;
    }

    /**
     * Takes a channel's current frame into its level. To be called for each level list once, not in each frame.
     *
     * @param channel    channel id
     * @param channels   1 or 2: anything but 2 counts as 1
     * @param pcmAddress address of {@code MixKernels.FRAME_SAMPLES * channels} samples, signed 16-bit in native byte
     *                   order
     * @return the level, 0 to {@value #MAX_LEVEL}
     */
    public int update(final int channel, final int channels, final long pcmAddress) {
        int minimum = 0;
        for (int i = 0; i < MixKernels.FRAME_SAMPLES; i += SAMPLE_FRAME_STEP) {
            if (channels == 2) {
                minimum = Math.min(minimum, Math.min(sample(pcmAddress, 2 * i), sample(pcmAddress, 2 * i + 1)));
            } else {
                minimum = Math.min(minimum, sample(pcmAddress, i));
            }
        }
        return update(channel, -minimum);
    }

    /**
     * Takes a frame of silence into a channel's level, for one of which nothing was decoded.
     *
     * @param channel channel id
     * @return the level, 0 to {@value #MAX_LEVEL}
     */
    public int updateSilent(final int channel) {
        return update(channel, 0);
    }

    private int update(final int channel, final int amplitude) {
        final double decayed = peak[channel] >= 2.0 ? peak[channel] * 0.5 : 0.0;
        peak[channel] = Math.max(decayed, amplitude);
        if (peak[channel] == 0.0) {
            return 0;
        }
        final double decibels = 20.0 * Math.log10(peak[channel] / FULL_SCALE);
        return Math.max(0, (int) Math.ceil((decibels + RANGE_DECIBELS) * STEPS / RANGE_DECIBELS));
    }

    private static int sample(final long pcmAddress, final int index) {
        return NativeMemory.ALL.get(JAVA_SHORT, pcmAddress + (long) index * Short.BYTES);
    }
}
