package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfShort;
import java.nio.ByteOrder;

/**
 * An IPv4 socket address. Port and address are in network byte order.
 *
 * <p>From {@code <netinet/in.h>}:
 *
 * <pre>{@code
 * struct sockaddr_in {
 *     sa_family_t    sin_family;   // AF_INET
 *     in_port_t      sin_port;     // big-endian
 *     struct in_addr sin_addr;     // big-endian
 *     unsigned char  sin_zero[8];
 * };
 * }</pre>
 */
public final class sockaddr_in {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_SHORT.withName("sin_family"),
        JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN).withName("sin_port"),
        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("sin_addr"),
        MemoryLayout.sequenceLayout(8, JAVA_BYTE).withName("sin_zero"))
        .withName("sockaddr_in");

    private static final OfShort SIN_FAMILY = (OfShort) LAYOUT.select(PathElement.groupElement("sin_family"));
    private static final long SIN_FAMILY_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin_family"));
    private static final OfShort SIN_PORT = (OfShort) LAYOUT.select(PathElement.groupElement("sin_port"));
    private static final long SIN_PORT_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin_port"));
    private static final OfInt SIN_ADDR = (OfInt) LAYOUT.select(PathElement.groupElement("sin_addr"));
    private static final long SIN_ADDR_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin_addr"));

    private sockaddr_in() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code sin_family} in bytes. */
    public static long sin_family$offset() {
        return SIN_FAMILY_OFFSET;
    }

    /** The value of {@code sin_family}. */
    public static short sin_family(final MemorySegment struct) {
        return struct.get(SIN_FAMILY, SIN_FAMILY_OFFSET);
    }

    /** Sets the value of {@code sin_family}. */
    public static void sin_family(final MemorySegment struct, final short value) {
        struct.set(SIN_FAMILY, SIN_FAMILY_OFFSET, value);
    }

    /** Offset of {@code sin_port} in bytes. */
    public static long sin_port$offset() {
        return SIN_PORT_OFFSET;
    }

    /** The value of {@code sin_port}. */
    public static short sin_port(final MemorySegment struct) {
        return struct.get(SIN_PORT, SIN_PORT_OFFSET);
    }

    /** Sets the value of {@code sin_port}. */
    public static void sin_port(final MemorySegment struct, final short value) {
        struct.set(SIN_PORT, SIN_PORT_OFFSET, value);
    }

    /** Offset of {@code sin_addr} in bytes. */
    public static long sin_addr$offset() {
        return SIN_ADDR_OFFSET;
    }

    /** The value of {@code sin_addr}. */
    public static int sin_addr(final MemorySegment struct) {
        return struct.get(SIN_ADDR, SIN_ADDR_OFFSET);
    }

    /** Sets the value of {@code sin_addr}. */
    public static void sin_addr(final MemorySegment struct, final int value) {
        struct.set(SIN_ADDR, SIN_ADDR_OFFSET, value);
    }
}
