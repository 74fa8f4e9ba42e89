package tutti.mixer;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

/**
 * Runs kernels on made-up frames until they are compiled.
 *
 * <p>What tells is allocation, not time: interpreted vectors are objects, compiled ones are registers. So vector
 * kernels that allocate nothing any more are as fast as they get, and ones that never stop allocating (an unfit
 * processor or compiler) are not worth using.
 */
final class KernelWarmUp {

    private static final int TALKERS = 8;

    /**
     * Compilation happens in steps, method by method: one frame without allocation does not mean that the last step is
     * done.
     */
    private static final int CLEAN_FRAMES_WANTED = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MixKernels kernels;
    private final TalkerPlanes planes;
    private final long pcm;
    private final int[] talkers = new int[TALKERS];
    private final long[] factors = new long[TALKERS];
    private int cleanFrames;

    /**
     * Prepares a warm-up.
     *
     * @param kernels what to warm up, in use by nobody else
     * @param arena   owner of the memory it works on
     */
    KernelWarmUp(final MixKernels kernels, final Arena arena) {
        this.kernels = kernels;
        planes = new TalkerPlanes(TALKERS, arena);
        pcm = arena.allocate(2L * MixKernels.FRAME_SAMPLES * Short.BYTES, Long.BYTES).address();
        for (int t = 0; t < TALKERS; t++) {
            talkers[t] = t;
            factors[t] = FactorPair.pack(1.0f, 1.0f);
        }
    }

    /**
     * Works on frames for about the given time, less if that is enough.
     *
     * @param nanos time, ns
     * @return whether the kernels are compiled
     */
    boolean run(final long nanos) {
        final long start = System.nanoTime();
        while (cleanFrames < CLEAN_FRAMES_WANTED && System.nanoTime() - start < nanos) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            kernels.load(planes, 0, 1, pcm);
            kernels.load(planes, 0, 2, pcm);
            kernels.mixStereo(planes, talkers, TALKERS, factors, pcm);
            kernels.mixMono(planes, talkers, TALKERS, factors, pcm);
            cleanFrames = threads.getCurrentThreadAllocatedBytes() == before ? cleanFrames + 1 : 0;
        }
        return cleanFrames >= CLEAN_FRAMES_WANTED;
    }
}
