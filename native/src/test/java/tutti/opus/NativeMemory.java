package tutti.opus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Off-heap memory for the tests of this package, never freed before the arena is. */
final class NativeMemory {
    private static final long ALIGNMENT = 64;

    private NativeMemory() {
    }

    static long allocate(final Arena arena, final int bytes) {
        return arena.allocate(bytes, ALIGNMENT).address();
    }

    /** Fills the memory first, so that a test sees what was never written. */
    static long allocateFilled(final Arena arena, final int bytes, final byte value) {
        final MemorySegment segment = arena.allocate(bytes, ALIGNMENT);
        segment.fill(value);
        return segment.address();
    }

    static void putSamples(final long address, final short[] samples) {
        MemorySegment.copy(samples, 0, at(address, samples.length * 2), ValueLayout.JAVA_SHORT, 0, samples.length);
    }

    static short[] samples(final long address, final int count) {
        return at(address, count * 2).toArray(ValueLayout.JAVA_SHORT);
    }

    static byte[] bytes(final long address, final int count) {
        return at(address, count).toArray(ValueLayout.JAVA_BYTE);
    }

    static void putBytes(final long address, final byte[] bytes) {
        at(address, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    private static MemorySegment at(final long address, final int bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
