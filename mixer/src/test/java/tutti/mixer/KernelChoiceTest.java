package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelChoiceTest {

    @Test
    void shouldMixWithScalarKernelsWhenTheModuleIsMissing() throws Exception {
        assertEquals("scalar 42", ChildJvm.run(MixWithBest.class, ChildJvm.WITHOUT_VECTORS));
    }

    @Test
    void shouldMixWithTheProcessorsWidthWhenTheModuleIsThere() throws Exception {
        final String output = ChildJvm.run(MixWithBest.class, ChildJvm.WITH_VECTORS);
        assertTrue(output.matches("(vector, (128|256|512) bits|scalar) 42"), output);
    }

    @Test
    void shouldMixWithScalarKernelsWhenToldSo() throws Exception {
        assertEquals("scalar 42",
            ChildJvm.run(MixWithBest.class, ChildJvm.WITH_VECTORS, "-Dtutti.mixer.kernels=scalar"));
    }

    @ParameterizedTest
    @ValueSource(ints = {128, 256, 512})
    void shouldMixWithTheForcedWidth(final int bits) throws Exception {
        assertEquals("vector, " + bits + " bits 42",
            ChildJvm.run(MixWithBest.class, ChildJvm.WITH_VECTORS, "-Dtutti.mixer.kernels=" + bits));
    }

    @Test
    void shouldSayWhichFlagIsMissingWhenVectorsAreForcedWithoutTheModule() throws Exception {
        assertEquals(
            "-Dtutti.mixer.kernels=256 needs the Vector API: start the JVM with --add-modules jdk.incubator.vector",
            ChildJvm.run(MixWithBest.class, ChildJvm.WITHOUT_VECTORS, "-Dtutti.mixer.kernels=256"));
    }

    @Test
    void shouldSayWhatIsAllowedWhenTheForcedWidthMeansNothing() throws Exception {
        assertEquals("-Dtutti.mixer.kernels must be scalar, 128, 256 or 512, but is 1024",
            ChildJvm.run(MixWithBest.class, ChildJvm.WITH_VECTORS, "-Dtutti.mixer.kernels=1024"));
    }

    /** Prints which kernels are the best ones and a sample mixed with them, or why there are none. */
    static final class MixWithBest {

        private MixWithBest() {
        }

        public static void main(final String[] args) {
            try {
                final MixKernels kernels = MixKernels.best();
                System.out.println(kernels.describe() + " " + mixed(kernels));
            } catch (final IllegalArgumentException | IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }

        private static short mixed(final MixKernels kernels) {
            try (Arena arena = Arena.ofConfined()) {
                final TalkerPlanes planes = new TalkerPlanes(1, arena);
                final GainTable gains = new GainTable(1);
                gains.setFade(0, 1, 1);
                kernels.load(planes, 0, 1, Pcm.toNative(arena, Pcm.constant(42)));
                final MemorySegment out = Pcm.room(arena, 2);
                kernels.mixStereo(planes, new int[] {0}, 1, gains.stereoFactors(0), out.address());
                return out.get(JAVA_SHORT, 0);
            }
        }
    }
}
