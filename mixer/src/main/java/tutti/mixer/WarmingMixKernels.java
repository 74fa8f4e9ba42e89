package tutti.mixer;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kernels that are fast from the first frame on: scalar ones until the vector ones are compiled. Both give identical
 * samples, so nobody hears the change.
 *
 * <p>Vector code is the fastest there is once it is compiled, and about a thousand times slower before: in the
 * interpreter a frame of 40 listeners takes half a second, and it is seconds until the compiler is done. Scalar code
 * starts out bearable and is compiled at once. So a thread of its own keeps the vector kernels busy, half of its time
 * asleep, until they no longer allocate.
 */
public final class WarmingMixKernels implements MixKernels {

    private static final long WORK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(1);

    private volatile MixKernels current;
    private volatile boolean warming = true;

    WarmingMixKernels(final MixKernels first) {
        current = first;
    }

    /**
     * Returns kernels for some threads, one for each: those of {@link MixKernels#best()}, at first represented by
     * scalar ones while a daemon thread prepares them.
     *
     * @param threads how many, at least 1
     * @throws IllegalArgumentException as {@link MixKernels#best()}
     * @throws IllegalStateException    as {@link MixKernels#best()}
     */
    public static MixKernels[] start(final int threads) {
        final MixKernels[] result = new MixKernels[threads];
        if (!KernelChoice.vectors()) {
            Arrays.setAll(result, thread -> new ScalarMixKernels());
            return result;
        }
        final WarmingMixKernels[] kernels = new WarmingMixKernels[threads];
        Arrays.setAll(kernels, thread -> new WarmingMixKernels(new ScalarMixKernels()));
        Thread.ofPlatform().daemon().name("mixer-warm-up").start(() -> {
            // Through this class, so that its calls, too, are compiled for both kinds before there is a change.
            warmUp(new WarmingMixKernels(new ScalarMixKernels()));
            final boolean warm = warmUp(new WarmingMixKernels(new VectorMixKernels()));
            for (final WarmingMixKernels one : kernels) {
                one.finish(warm ? new VectorMixKernels() : one.current);
            }
        });
        System.arraycopy(kernels, 0, result, 0, threads);
        return result;
    }

    @Override
    public void load(final TalkerPlanes planes, final int talker, final int channels, final long pcmAddress) {
        current.load(planes, talker, channels, pcmAddress);
    }

    @Override
    public void mixStereo(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                          final long pcmAddress) {
        current.mixStereo(planes, talkers, count, factors, pcmAddress);
    }

    @Override
    public void mixMono(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                        final long pcmAddress) {
        current.mixMono(planes, talkers, count, factors, pcmAddress);
    }

    @Override
    public String describe() {
        return warming ? current.describe() + " until the vector kernels are compiled" : current.describe();
    }

    /**
     * Ends the warm-up with the kernels to be used from now on, which nobody else uses. May be called by any thread.
     */
    void finish(final MixKernels last) {
        current = last;
        warming = false;
    }

    private static boolean warmUp(final MixKernels kernels) {
        try (Arena arena = Arena.ofConfined()) {
            final KernelWarmUp warmUp = new KernelWarmUp(kernels, arena);
            final long start = System.nanoTime();
            while (System.nanoTime() - start < GIVE_UP_NANOS) {
                if (warmUp.run(WORK_NANOS)) {
                    return true;
                }
                LockSupport.parkNanos(WORK_NANOS);
            }
            return false;
        }
    }
}
