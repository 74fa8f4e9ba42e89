package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfLong;

/**
 * A message as {@code sendmsg} and {@code recvmsg} take it.
 *
 * <p>From {@code <sys/socket.h>}:
 *
 * <pre>{@code
 * struct msghdr {
 *     void         *msg_name;        // address to send to or room for the sender's
 *     socklen_t     msg_namelen;     // its length; receiving overwrites it
 *     struct iovec *msg_iov;
 *     size_t        msg_iovlen;
 *     void         *msg_control;
 *     size_t        msg_controllen;
 *     int           msg_flags;       // set by receiving: MSG_TRUNC ...
 * };
 * }</pre>
 */
public final class msghdr {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_LONG.withName("msg_name"),
        JAVA_INT.withName("msg_namelen"),
        MemoryLayout.paddingLayout(4),
        JAVA_LONG.withName("msg_iov"),
        JAVA_LONG.withName("msg_iovlen"),
        JAVA_LONG.withName("msg_control"),
        JAVA_LONG.withName("msg_controllen"),
        JAVA_INT.withName("msg_flags"),
        MemoryLayout.paddingLayout(4))
        .withName("msghdr");

    private static final OfLong MSG_NAME = (OfLong) LAYOUT.select(PathElement.groupElement("msg_name"));
    private static final long MSG_NAME_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_name"));
    private static final OfInt MSG_NAMELEN = (OfInt) LAYOUT.select(PathElement.groupElement("msg_namelen"));
    private static final long MSG_NAMELEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_namelen"));
    private static final OfLong MSG_IOV = (OfLong) LAYOUT.select(PathElement.groupElement("msg_iov"));
    private static final long MSG_IOV_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_iov"));
    private static final OfLong MSG_IOVLEN = (OfLong) LAYOUT.select(PathElement.groupElement("msg_iovlen"));
    private static final long MSG_IOVLEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_iovlen"));
    private static final OfLong MSG_CONTROL = (OfLong) LAYOUT.select(PathElement.groupElement("msg_control"));
    private static final long MSG_CONTROL_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_control"));
    private static final OfLong MSG_CONTROLLEN = (OfLong) LAYOUT.select(PathElement.groupElement("msg_controllen"));
    private static final long MSG_CONTROLLEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_controllen"));
    private static final OfInt MSG_FLAGS = (OfInt) LAYOUT.select(PathElement.groupElement("msg_flags"));
    private static final long MSG_FLAGS_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_flags"));

    private msghdr() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code msg_name} in bytes. */
    public static long msg_name$offset() {
        return MSG_NAME_OFFSET;
    }

    /** The native address in {@code msg_name}. */
    public static long msg_name(final MemorySegment struct) {
        return struct.get(MSG_NAME, MSG_NAME_OFFSET);
    }

    /** Sets the native address in {@code msg_name}. */
    public static void msg_name(final MemorySegment struct, final long value) {
        struct.set(MSG_NAME, MSG_NAME_OFFSET, value);
    }

    /** Offset of {@code msg_namelen} in bytes. */
    public static long msg_namelen$offset() {
        return MSG_NAMELEN_OFFSET;
    }

    /** The value of {@code msg_namelen}. */
    public static int msg_namelen(final MemorySegment struct) {
        return struct.get(MSG_NAMELEN, MSG_NAMELEN_OFFSET);
    }

    /** Sets the value of {@code msg_namelen}. */
    public static void msg_namelen(final MemorySegment struct, final int value) {
        struct.set(MSG_NAMELEN, MSG_NAMELEN_OFFSET, value);
    }

    /** Offset of {@code msg_iov} in bytes. */
    public static long msg_iov$offset() {
        return MSG_IOV_OFFSET;
    }

    /** The native address in {@code msg_iov}. */
    public static long msg_iov(final MemorySegment struct) {
        return struct.get(MSG_IOV, MSG_IOV_OFFSET);
    }

    /** Sets the native address in {@code msg_iov}. */
    public static void msg_iov(final MemorySegment struct, final long value) {
        struct.set(MSG_IOV, MSG_IOV_OFFSET, value);
    }

    /** Offset of {@code msg_iovlen} in bytes. */
    public static long msg_iovlen$offset() {
        return MSG_IOVLEN_OFFSET;
    }

    /** The value of {@code msg_iovlen}. */
    public static long msg_iovlen(final MemorySegment struct) {
        return struct.get(MSG_IOVLEN, MSG_IOVLEN_OFFSET);
    }

    /** Sets the value of {@code msg_iovlen}. */
    public static void msg_iovlen(final MemorySegment struct, final long value) {
        struct.set(MSG_IOVLEN, MSG_IOVLEN_OFFSET, value);
    }

    /** Offset of {@code msg_control} in bytes. */
    public static long msg_control$offset() {
        return MSG_CONTROL_OFFSET;
    }

    /** The native address in {@code msg_control}. */
    public static long msg_control(final MemorySegment struct) {
        return struct.get(MSG_CONTROL, MSG_CONTROL_OFFSET);
    }

    /** Sets the native address in {@code msg_control}. */
    public static void msg_control(final MemorySegment struct, final long value) {
        struct.set(MSG_CONTROL, MSG_CONTROL_OFFSET, value);
    }

    /** Offset of {@code msg_controllen} in bytes. */
    public static long msg_controllen$offset() {
        return MSG_CONTROLLEN_OFFSET;
    }

    /** The value of {@code msg_controllen}. */
    public static long msg_controllen(final MemorySegment struct) {
        return struct.get(MSG_CONTROLLEN, MSG_CONTROLLEN_OFFSET);
    }

    /** Sets the value of {@code msg_controllen}. */
    public static void msg_controllen(final MemorySegment struct, final long value) {
        struct.set(MSG_CONTROLLEN, MSG_CONTROLLEN_OFFSET, value);
    }

    /** Offset of {@code msg_flags} in bytes. */
    public static long msg_flags$offset() {
        return MSG_FLAGS_OFFSET;
    }

    /** The value of {@code msg_flags}. */
    public static int msg_flags(final MemorySegment struct) {
        return struct.get(MSG_FLAGS, MSG_FLAGS_OFFSET);
    }

    /** Sets the value of {@code msg_flags}. */
    public static void msg_flags(final MemorySegment struct, final int value) {
        struct.set(MSG_FLAGS, MSG_FLAGS_OFFSET, value);
    }
}
