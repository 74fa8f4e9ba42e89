package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfInt;

/**
 * Parameters of a scheduling policy.
 *
 * <p>From {@code <sched.h>}:
 *
 * <pre>{@code
 * struct sched_param {
 *     int sched_priority;   // 1 to 99 for SCHED_FIFO
 * };
 * }</pre>
 */
public final class sched_param {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_INT.withName("sched_priority"))
        .withName("sched_param");

    private static final OfInt SCHED_PRIORITY = (OfInt) LAYOUT.select(PathElement.groupElement("sched_priority"));
    private static final long SCHED_PRIORITY_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sched_priority"));

    private sched_param() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code sched_priority} in bytes. */
    public static long sched_priority$offset() {
        return SCHED_PRIORITY_OFFSET;
    }

    /** The value of {@code sched_priority}. */
    public static int sched_priority(final MemorySegment struct) {
        return struct.get(SCHED_PRIORITY, SCHED_PRIORITY_OFFSET);
    }

    /** Sets the value of {@code sched_priority}. */
    public static void sched_priority(final MemorySegment struct, final int value) {
        struct.set(SCHED_PRIORITY, SCHED_PRIORITY_OFFSET, value);
    }
}
