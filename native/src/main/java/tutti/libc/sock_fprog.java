package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.foreign.ValueLayout.OfShort;

/**
 * A classic BPF program.
 *
 * <p>From {@code <linux/filter.h>}:
 *
 * <pre>{@code
 * struct sock_fprog {
 *     unsigned short      len;      // instructions
 *     struct sock_filter *filter;
 * };
 * }</pre>
 */
public final class sock_fprog {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_SHORT.withName("len"),
        MemoryLayout.paddingLayout(6),
        JAVA_LONG.withName("filter"))
        .withName("sock_fprog");

    private static final OfShort LEN = (OfShort) LAYOUT.select(PathElement.groupElement("len"));
    private static final long LEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("len"));
    private static final OfLong FILTER = (OfLong) LAYOUT.select(PathElement.groupElement("filter"));
    private static final long FILTER_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("filter"));

    private sock_fprog() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code len} in bytes. */
    public static long len$offset() {
        return LEN_OFFSET;
    }

    /** The value of {@code len}. */
    public static short len(final MemorySegment struct) {
        return struct.get(LEN, LEN_OFFSET);
    }

    /** Sets the value of {@code len}. */
    public static void len(final MemorySegment struct, final short value) {
        struct.set(LEN, LEN_OFFSET, value);
    }

    /** Offset of {@code filter} in bytes. */
    public static long filter$offset() {
        return FILTER_OFFSET;
    }

    /** The native address in {@code filter}. */
    public static long filter(final MemorySegment struct) {
        return struct.get(FILTER, FILTER_OFFSET);
    }

    /** Sets the native address in {@code filter}. */
    public static void filter(final MemorySegment struct, final long value) {
        struct.set(FILTER, FILTER_OFFSET, value);
    }
}
