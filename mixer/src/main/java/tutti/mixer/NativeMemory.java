package tutti.mixer;

import java.lang.foreign.MemorySegment;

/**
 * All of the process's native memory as one segment, so that PCM is reached by its raw address without making objects.
 */
final class NativeMemory {

    /**
     * Offset in this segment = address. Its scope is the global one, so an access checks no owner and no liveness:
     * whoever hands out an address keeps the memory alive.
     */
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private NativeMemory() {
    }
}
