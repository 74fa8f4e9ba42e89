package tutti.mixer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.sun.management.ThreadMXBean;

/**
 * Nothing that is called in a frame allocates once it is compiled: in JVMs of their own, as a server has one kind of
 * kernels only.
 */
class AllocationTest {

    @ParameterizedTest
    @ValueSource(strings = {"scalar", "128"})
    void shouldNotAllocateInAFrame(final String kernels) throws Exception {
        assertEquals("0 bytes",
            ChildJvm.run(MixManyFrames.class, ChildJvm.WITH_VECTORS, "-D" + KernelChoice.PROPERTY + "=" + kernels));
    }

    @Test
    void shouldNotAllocateInAFrameWithTheProcessorsWidth() throws Exception {
        assertEquals("0 bytes", ChildJvm.run(MixManyFrames.class, ChildJvm.WITH_VECTORS));
    }

    /**
     * Mixes frames until {@value #FRAMES} in a row have allocated nothing, or too many have been mixed; prints what
     * the last ones did.
     */
    static final class MixManyFrames {

        private static final int CHANNELS = 8;
        private static final int FRAMES = 10_000;
        private static final int MAX_ROUNDS = 30;

        private MixManyFrames() {
        }

        public static void main(final String[] args) {
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            try (Arena arena = Arena.ofConfined()) {
                final MixManyFrames.Frame frame = new Frame(MixKernels.best(), arena);
                long allocated = Long.MAX_VALUE;
                for (int round = 0; round < MAX_ROUNDS && allocated > 0; round++) {
                    final long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < FRAMES; i++) {
                        frame.run(i);
                    }
                    allocated = threads.getCurrentThreadAllocatedBytes() - before;
                }
                System.out.println(allocated + " bytes");
            }
        }

        /** All that a frame loop calls, with changes of gains, pans and fades in every frame. */
        private static final class Frame {

            private final MixKernels kernels;
            private final TalkerPlanes planes;
            private final GainTable gains = new GainTable(CHANNELS);
            private final HeardTalkers heard = new HeardTalkers(CHANNELS);
            private final LevelMeter meter = new LevelMeter(CHANNELS);
            private final int[] talkers = new int[CHANNELS];
            private final long pcm;

            Frame(final MixKernels kernels, final Arena arena) {
                this.kernels = kernels;
                planes = new TalkerPlanes(CHANNELS, arena);
                pcm = Pcm.room(arena, 2).address();
                for (int t = 0; t < CHANNELS; t++) {
                    talkers[t] = t;
                }
            }

            void run(final int number) {
                final int channel = number % CHANNELS;
                gains.setFade(channel, number % 1126, 1125);
                gains.setGain(channel, 0, number & 0xFFFF);
                gains.setPan(0, channel, number & 0xFFFF);
                if (number % 100 == 0) {
                    gains.resetChannel(channel);
                }
                for (int talker = 0; talker < CHANNELS; talker++) {
                    kernels.load(planes, talker, 1 + talker % 2, pcm);
                    meter.update(talker, 1 + talker % 2, pcm);
                    meter.updateSilent(talker);
                }
                for (int listener = 0; listener < CHANNELS; listener++) {
                    heard.select(talkers, CHANNELS, gains.stereoFactors(listener), gains.mutedSources(listener));
                    kernels.mixStereo(planes, heard.ids(), heard.count(), gains.stereoFactors(listener), pcm);
                    kernels.mixMono(planes, talkers, CHANNELS, gains.monoFactors(listener), pcm);
                }
            }
        }
    }
}
