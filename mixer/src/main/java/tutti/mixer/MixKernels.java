package tutti.mixer;

/**
 * The per-sample arithmetic of the mix (section 5.6), one frame of {@value #FRAME_SAMPLES} samples a call.
 *
 * <p>All implementations give identical samples: talkers are added in the order given, each product is rounded to a
 * float before it is added (no fused multiply-add), and the sum is clamped to 16 bits and truncated toward zero.
 * Callers list talkers in ascending channel order, as the protocol's servers do.
 *
 * <p>Addresses are native memory which the caller keeps alive; they are not checked. PCM is signed 16-bit in native
 * byte order, stereo interleaved left, right. An instance belongs to one thread. Nothing here allocates.
 */
public interface MixKernels {

    /** Samples per channel in a frame: 128 at 48 kHz, 2.667 ms. */
    int FRAME_SAMPLES = 128;

    /**
     * Sets both planes of a talker from its decoded frame.
     *
     * @param planes     where to
     * @param talker     the talker's id, 0 to {@code planes.maxTalkers() - 1}
     * @param channels   1 or 2: anything but 2 counts as 1
     * @param pcmAddress address of {@code FRAME_SAMPLES * channels} samples
     * @throws IndexOutOfBoundsException if the id is out of range
     */
    void load(TalkerPlanes planes, int talker, int channels, long pcmAddress);

    /**
     * Mixes a frame for a stereo listener.
     *
     * @param planes     what the talkers said
     * @param talkers    talker ids, ascending
     * @param count      how many of {@code talkers} count, 0 to {@code talkers.length}; 0 gives silence
     * @param factors    the listener's row, by talker id: {@link GainTable#stereoFactors}
     * @param pcmAddress where {@code 2 * FRAME_SAMPLES} samples are written
     */
    void mixStereo(TalkerPlanes planes, int[] talkers, int count, long[] factors, long pcmAddress);

    /**
     * Mixes a frame for a mono listener.
     *
     * @param planes     what the talkers said
     * @param talkers    talker ids, ascending
     * @param count      how many of {@code talkers} count, 0 to {@code talkers.length}; 0 gives silence
     * @param factors    the listener's row, by talker id: {@link GainTable#monoFactors}
     * @param pcmAddress where {@code FRAME_SAMPLES} samples are written
     */
    void mixMono(TalkerPlanes planes, int[] talkers, int count, long[] factors, long pcmAddress);

    /** Returns which implementation this is, for the start-up line: {@code "scalar"} or {@code "vector, 512 bits"}. */
    String describe();

    /** Returns kernels that are the same everywhere and need no time to be compiled well. */
    static MixKernels scalar() {
        return new ScalarMixKernels();
    }

    /**
     * Returns the fastest kernels this JVM can run: vectors of the processor's width (up to 256 bits), or scalar ones
     * if it was started without {@code --add-modules jdk.incubator.vector}. The system property {@code
     * tutti.mixer.kernels} overrides it: {@code scalar}, {@code 128}, {@code 256} or {@code 512}. They take seconds to
     * be compiled: a server that must not miss a frame at its start uses {@link WarmingMixKernels}.
     *
     * @throws IllegalArgumentException if the property has another value
     * @throws IllegalStateException    if the property asks for vectors and the module is missing
     */
    static MixKernels best() {
        return KernelChoice.vectors() ? new VectorMixKernels() : new ScalarMixKernels();
    }
}
