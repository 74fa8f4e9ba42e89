package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfInt;

/**
 * One entry of the array that {@code sendmmsg} and {@code recvmmsg} take.
 *
 * <p>From {@code <sys/socket.h>}:
 *
 * <pre>{@code
 * struct mmsghdr {
 *     struct msghdr msg_hdr;
 *     unsigned int  msg_len;   // bytes sent or received, set by the call
 * };
 * }</pre>
 */
public final class mmsghdr {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        msghdr.layout().withName("msg_hdr"),
        JAVA_INT.withName("msg_len"),
        MemoryLayout.paddingLayout(4))
        .withName("mmsghdr");

    private static final long MSG_HDR_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_hdr"));
    private static final OfInt MSG_LEN = (OfInt) LAYOUT.select(PathElement.groupElement("msg_len"));
    private static final long MSG_LEN_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("msg_len"));

    private mmsghdr() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code msg_hdr} in bytes. */
    public static long msg_hdr$offset() {
        return MSG_HDR_OFFSET;
    }

    /** The memory of {@code msg_hdr} within the structure. */
    public static MemorySegment msg_hdr(final MemorySegment struct) {
        return struct.asSlice(MSG_HDR_OFFSET, msghdr.sizeof());
    }

    /** Offset of {@code msg_len} in bytes. */
    public static long msg_len$offset() {
        return MSG_LEN_OFFSET;
    }

    /** The value of {@code msg_len}. */
    public static int msg_len(final MemorySegment struct) {
        return struct.get(MSG_LEN, MSG_LEN_OFFSET);
    }

    /** Sets the value of {@code msg_len}. */
    public static void msg_len(final MemorySegment struct, final int value) {
        struct.set(MSG_LEN, MSG_LEN_OFFSET, value);
    }
}
