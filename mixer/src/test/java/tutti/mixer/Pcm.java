package tutti.mixer;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;

/** Frames of 16-bit samples for tests. */
final class Pcm {

    private static final short[] EXTREMES = {Short.MIN_VALUE, Short.MIN_VALUE + 1, -1, 0, 1, Short.MAX_VALUE};

    private Pcm() {
    }

    /** Returns a frame in which every sample frame has the given samples, one a channel. */
    static short[] constant(final int... samples) {
        final short[] pcm = new short[MixKernels.FRAME_SAMPLES * samples.length];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) samples[i % samples.length];
        }
        return pcm;
    }

    /** Returns a frame of random samples over the whole range. */
    static short[] random(final Random random, final int channels) {
        final short[] pcm = constant(new int[channels]);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) random.nextInt();
        }
        return pcm;
    }

    /** Returns a frame of samples at and next to the ends of the range and zero. */
    static short[] extreme(final Random random, final int channels) {
        final short[] pcm = constant(new int[channels]);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = EXTREMES[random.nextInt(EXTREMES.length)];
        }
        return pcm;
    }

    /** Copies a frame to native memory and returns its address. */
    static long toNative(final Arena arena, final short[] pcm) {
        return arena.allocateFrom(JAVA_SHORT, pcm).address();
    }

    /** Allocates room for a frame, filled with a pattern that no mix is likely to give. */
    static MemorySegment room(final Arena arena, final int channels) {
        final short[] pattern = new short[MixKernels.FRAME_SAMPLES * channels];
        Arrays.fill(pattern, (short) 0x5A5A);
        return arena.allocateFrom(JAVA_SHORT, pattern);
    }
}
