package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;

/**
 * A set of CPUs, one bit each.
 *
 * <p>From {@code <sched.h>}:
 *
 * <pre>{@code
 * typedef struct {
 *     __cpu_mask __bits[CPU_SETSIZE / (8 * sizeof(__cpu_mask))];
 * } cpu_set_t;
 * }</pre>
 */
public final class cpu_set_t {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        MemoryLayout.sequenceLayout(LibC.CPU_SETSIZE / Long.SIZE, JAVA_LONG).withName("__bits"))
        .withName("cpu_set_t");

    private static final long BITS_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("__bits"));

    private cpu_set_t() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code __bits} in bytes. */
    public static long __bits$offset() {
        return BITS_OFFSET;
    }

    /** One word of {@code __bits}: CPUs 64 x index to 64 x index + 63. */
    public static long __bits(final MemorySegment struct, final long index) {
        return struct.get(JAVA_LONG, BITS_OFFSET + index * Long.BYTES);
    }

    /** Sets one word of {@code __bits}. */
    public static void __bits(final MemorySegment struct, final long index, final long value) {
        struct.set(JAVA_LONG, BITS_OFFSET + index * Long.BYTES, value);
    }
}
