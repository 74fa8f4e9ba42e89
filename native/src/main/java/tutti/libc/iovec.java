package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;

/**
 * One piece of memory of a message.
 *
 * <p>From {@code <sys/uio.h>}:
 *
 * <pre>{@code
 * struct iovec {
 *     void  *iov_base;
 *     size_t iov_len;
 * };
 * }</pre>
 */
public final class iovec {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_LONG.withName("iov_base"),
        JAVA_LONG.withName("iov_len"))
        .withName("iovec");

    private static final OfLong IOV_BASE = (OfLong) LAYOUT.select(PathElement.groupElement("iov_base"));
    private static final long IOV_BASE_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("iov_base"));
    private static final OfLong IOV_LEN = (OfLong) LAYOUT.select(PathElement.groupElement("iov_len"));
    private static final long IOV_LEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("iov_len"));

    private iovec() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code iov_base} in bytes. */
    public static long iov_base$offset() {
        return IOV_BASE_OFFSET;
    }

    /** The native address in {@code iov_base}. */
    public static long iov_base(final MemorySegment struct) {
        return struct.get(IOV_BASE, IOV_BASE_OFFSET);
    }

    /** Sets the native address in {@code iov_base}. */
    public static void iov_base(final MemorySegment struct, final long value) {
        struct.set(IOV_BASE, IOV_BASE_OFFSET, value);
    }

    /** Offset of {@code iov_len} in bytes. */
    public static long iov_len$offset() {
        return IOV_LEN_OFFSET;
    }

    /** The value of {@code iov_len}. */
    public static long iov_len(final MemorySegment struct) {
        return struct.get(IOV_LEN, IOV_LEN_OFFSET);
    }

    /** Sets the value of {@code iov_len}. */
    public static void iov_len(final MemorySegment struct, final long value) {
        struct.set(IOV_LEN, IOV_LEN_OFFSET, value);
    }
}
