package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class WarmingMixKernelsTest {

    @Test
    void shouldGiveTheSameSamplesBeforeAndAfterItGoesOver() {
        final WarmingMixKernels kernels = new WarmingMixKernels(Kernels.SCALAR.get());
        final MixScenario scenario = MixScenario.create(new Random(1), 40, false);
        assertEquals("scalar until the vector kernels are compiled", kernels.describe());
        final short[] stereo = scenario.stereo(kernels);
        final short[] mono = scenario.mono(kernels);
        kernels.finish(Kernels.VECTOR_256.get());
        assertEquals("vector, 256 bits", kernels.describe());
        assertArrayEquals(stereo, scenario.stereo(kernels));
        assertArrayEquals(mono, scenario.mono(kernels));
    }

    @Test
    void shouldGoOverToTheBestKernels() throws Exception {
        final String best = ChildJvm.run(KernelChoiceTest.MixWithBest.class, ChildJvm.WITH_VECTORS).replace(" 42", "");
        assertEquals("scalar until the vector kernels are compiled, then " + best,
            ChildJvm.run(WaitUntilWarm.class, ChildJvm.WITH_VECTORS));
    }

    @Test
    void shouldStayScalarWhenTheModuleIsMissing() throws Exception {
        assertEquals("scalar, then scalar", ChildJvm.run(WaitUntilWarm.class, ChildJvm.WITHOUT_VECTORS));
    }

    @Test
    void warmUpShouldEndWhenNothingAllocatesAnyMore() {
        try (Arena arena = Arena.ofConfined()) {
            final KernelWarmUp scalar = new KernelWarmUp(new ScalarMixKernels(), arena);
            assertTrue(scalar.run(TimeUnit.MINUTES.toNanos(1)));
        }
    }

    @Test
    void warmUpShouldNotEndWhileFramesAllocate() {
        try (Arena arena = Arena.ofConfined()) {
            final KernelWarmUp interpreted = new KernelWarmUp(new Allocating(), arena);
            assertFalse(interpreted.run(TimeUnit.MILLISECONDS.toNanos(20)));
        }
    }

    /** Prints which kernels are in use at first, and which when no thread warms any up any more. */
    static final class WaitUntilWarm {

        private WaitUntilWarm() {
        }

        public static void main(final String[] args) throws InterruptedException {
            final MixKernels kernels = WarmingMixKernels.start(1)[0];
            final String first = kernels.describe();
            for (final Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("mixer-warm-up")) {
                    thread.join();
                }
            }
            System.out.println(first + ", then " + kernels.describe());
        }
    }

    /** Kernels that never get compiled to what they should be. */
    private static final class Allocating implements MixKernels {

        private Object last;

        @Override
        public void load(final TalkerPlanes planes, final int talker, final int channels, final long pcmAddress) {
            last = new byte[16];
        }

        @Override
        public void mixStereo(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                              final long pcmAddress) {
            last = factors;
        }

        @Override
        public void mixMono(final TalkerPlanes planes, final int[] talkers, final int count, final long[] factors,
                            final long pcmAddress) {
            last = factors;
        }

        @Override
        public String describe() {
            return "allocating " + last;
        }
    }
}
