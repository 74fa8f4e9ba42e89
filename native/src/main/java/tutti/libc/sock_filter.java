package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfByte;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfShort;

/**
 * One instruction of a classic BPF program.
 *
 * <p>From {@code <linux/filter.h>}:
 *
 * <pre>{@code
 * struct sock_filter {
 *     __u16 code;
 *     __u8  jt;    // instructions to skip if true
 *     __u8  jf;    // and if false
 *     __u32 k;     // operand
 * };
 * }</pre>
 */
public final class sock_filter {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_SHORT.withName("code"),
        JAVA_BYTE.withName("jt"),
        JAVA_BYTE.withName("jf"),
        JAVA_INT.withName("k"))
        .withName("sock_filter");

    private static final OfShort CODE = (OfShort) LAYOUT.select(PathElement.groupElement("code"));
    private static final long CODE_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("code"));
    private static final OfByte JT = (OfByte) LAYOUT.select(PathElement.groupElement("jt"));
    private static final long JT_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("jt"));
    private static final OfByte JF = (OfByte) LAYOUT.select(PathElement.groupElement("jf"));
    private static final long JF_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("jf"));
    private static final OfInt K = (OfInt) LAYOUT.select(PathElement.groupElement("k"));
    private static final long K_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("k"));

    private sock_filter() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code code} in bytes. */
    public static long code$offset() {
        return CODE_OFFSET;
    }

    /** The value of {@code code}. */
    public static short code(final MemorySegment struct) {
        return struct.get(CODE, CODE_OFFSET);
    }

    /** Sets the value of {@code code}. */
    public static void code(final MemorySegment struct, final short value) {
        struct.set(CODE, CODE_OFFSET, value);
    }

    /** Offset of {@code jt} in bytes. */
    public static long jt$offset() {
        return JT_OFFSET;
    }

    /** The value of {@code jt}. */
    public static byte jt(final MemorySegment struct) {
        return struct.get(JT, JT_OFFSET);
    }

    /** Sets the value of {@code jt}. */
    public static void jt(final MemorySegment struct, final byte value) {
        struct.set(JT, JT_OFFSET, value);
    }

    /** Offset of {@code jf} in bytes. */
    public static long jf$offset() {
        return JF_OFFSET;
    }

    /** The value of {@code jf}. */
    public static byte jf(final MemorySegment struct) {
        return struct.get(JF, JF_OFFSET);
    }

    /** Sets the value of {@code jf}. */
    public static void jf(final MemorySegment struct, final byte value) {
        struct.set(JF, JF_OFFSET, value);
    }

    /** Offset of {@code k} in bytes. */
    public static long k$offset() {
        return K_OFFSET;
    }

    /** The value of {@code k}. */
    public static int k(final MemorySegment struct) {
        return struct.get(K, K_OFFSET);
    }

    /** Sets the value of {@code k}. */
    public static void k(final MemorySegment struct, final int value) {
        struct.set(K, K_OFFSET, value);
    }
}
