package tutti.mixer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What every talker said in the current frame, as 32-bit floats: converted once per talker, read once per listener.
 *
 * <p>A talker has two planes, whatever its own channel count, so that a mix kernel need not know it:
 * <pre>
 *   stereo plane, 256 floats: l0 r0 l1 r1 ... l127 r127    (a mono talker: m0 m0 m1 m1 ...)
 *   mono plane,   128 floats: m0 m1 ... m127               (a stereo talker: (l + r) / 2, exact in a float)
 * </pre>
 * Values are those of the 16-bit samples, -32768 to 32767. Planes are filled by {@link MixKernels#load}. They lie
 * outside the heap because a vector load that crosses a cache line costs two: every plane starts on a line, which no
 * {@code float[]} can promise.
 */
public final class TalkerPlanes {

    /** Floats in a stereo plane. */
    static final int STEREO_FLOATS = 2 * MixKernels.FRAME_SAMPLES;

    /** Floats in a mono plane. */
    static final int MONO_FLOATS = MixKernels.FRAME_SAMPLES;

    private static final long CACHE_LINE_BYTES = 64;
    private static final long STEREO_PLANE_BYTES = (long) STEREO_FLOATS * Float.BYTES;
    private static final long MONO_PLANE_BYTES = (long) MONO_FLOATS * Float.BYTES;

    private final int maxTalkers;
    private final MemorySegment stereo;
    private final MemorySegment mono;

    /**
     * Allocates silent planes.
     *
     * @param maxTalkers number of talkers, at least 1; their ids are 0 to {@code maxTalkers - 1}
     * @param arena      owner of the memory, about 1.5 KiB per talker; it must outlive every use of this object
     * @throws IllegalArgumentException if {@code maxTalkers} is less than 1
     */
    public TalkerPlanes(final int maxTalkers, final Arena arena) {
        if (maxTalkers < 1) {
            throw new IllegalArgumentException("maxTalkers must be at least 1, but is " + maxTalkers);
        }
        this.maxTalkers = maxTalkers;
        stereo = arena.allocate(maxTalkers * STEREO_PLANE_BYTES, CACHE_LINE_BYTES);
        mono = arena.allocate(maxTalkers * MONO_PLANE_BYTES, CACHE_LINE_BYTES);
    }

    /** Returns the number of talkers there are planes for. */
    public int maxTalkers() {
        return maxTalkers;
    }

    /**
     * Returns the address of a talker's stereo plane, 256 floats in native byte order.
     *
     * @param talker id, 0 to {@code maxTalkers - 1}; not checked here
     */
    public long stereoAddress(final int talker) {
        return stereo.address() + talker * STEREO_PLANE_BYTES;
    }

    /**
     * Returns the address of a talker's mono plane, 128 floats in native byte order.
     *
     * @param talker id, 0 to {@code maxTalkers - 1}; not checked here
     */
    public long monoAddress(final int talker) {
        return mono.address() + talker * MONO_PLANE_BYTES;
    }
}
