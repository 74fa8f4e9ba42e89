package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;

/**
 * A time in seconds and nanoseconds.
 *
 * <p>From {@code <time.h>}:
 *
 * <pre>{@code
 * struct timespec {
 *     time_t tv_sec;
 *     long   tv_nsec;   // 0 to 999999999
 * };
 * }</pre>
 */
public final class timespec {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_LONG.withName("tv_sec"),
        JAVA_LONG.withName("tv_nsec"))
        .withName("timespec");

    private static final OfLong TV_SEC = (OfLong) LAYOUT.select(PathElement.groupElement("tv_sec"));
    private static final long TV_SEC_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("tv_sec"));
    private static final OfLong TV_NSEC = (OfLong) LAYOUT.select(PathElement.groupElement("tv_nsec"));
    private static final long TV_NSEC_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("tv_nsec"));

    private timespec() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code tv_sec} in bytes. */
    public static long tv_sec$offset() {
        return TV_SEC_OFFSET;
    }

    /** The value of {@code tv_sec}. */
    public static long tv_sec(final MemorySegment struct) {
        return struct.get(TV_SEC, TV_SEC_OFFSET);
    }

    /** Sets the value of {@code tv_sec}. */
    public static void tv_sec(final MemorySegment struct, final long value) {
        struct.set(TV_SEC, TV_SEC_OFFSET, value);
    }

    /** Offset of {@code tv_nsec} in bytes. */
    public static long tv_nsec$offset() {
        return TV_NSEC_OFFSET;
    }

    /** The value of {@code tv_nsec}. */
    public static long tv_nsec(final MemorySegment struct) {
        return struct.get(TV_NSEC, TV_NSEC_OFFSET);
    }

    /** Sets the value of {@code tv_nsec}. */
    public static void tv_nsec(final MemorySegment struct, final long value) {
        struct.set(TV_NSEC, TV_NSEC_OFFSET, value);
    }
}
