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
 * An IPv6 socket address. Port and address are in network byte order, the scope is not.
 *
 * <p>From {@code <netinet/in.h>}:
 *
 * <pre>{@code
 * struct sockaddr_in6 {
 *     sa_family_t     sin6_family;    // AF_INET6
 *     in_port_t       sin6_port;      // big-endian
 *     uint32_t        sin6_flowinfo;  // big-endian
 *     struct in6_addr sin6_addr;      // 16 bytes
 *     uint32_t        sin6_scope_id;
 * };
 * }</pre>
 */
public final class sockaddr_in6 {
    private static final GroupLayout LAYOUT = MemoryLayout.structLayout(
        JAVA_SHORT.withName("sin6_family"),
        JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN).withName("sin6_port"),
        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("sin6_flowinfo"),
        MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("sin6_addr"),
        JAVA_INT.withName("sin6_scope_id"))
        .withName("sockaddr_in6");

    private static final OfShort SIN6_FAMILY = (OfShort) LAYOUT.select(PathElement.groupElement("sin6_family"));
    private static final long SIN6_FAMILY_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin6_family"));
    private static final OfShort SIN6_PORT = (OfShort) LAYOUT.select(PathElement.groupElement("sin6_port"));
    private static final long SIN6_PORT_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin6_port"));
    private static final OfInt SIN6_FLOWINFO = (OfInt) LAYOUT.select(PathElement.groupElement("sin6_flowinfo"));
    private static final long SIN6_FLOWINFO_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin6_flowinfo"));
    private static final long SIN6_ADDR_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin6_addr"));
    private static final OfInt SIN6_SCOPE_ID = (OfInt) LAYOUT.select(PathElement.groupElement("sin6_scope_id"));
    private static final long SIN6_SCOPE_ID_OFFSET = LAYOUT.byteOffset(PathElement.groupElement("sin6_scope_id"));

    private sockaddr_in6() {
    }

    /** The layout of the structure. */
    public static GroupLayout layout() {
        return LAYOUT;
    }

    /** Size of the structure in bytes. */
    public static long sizeof() {
        return LAYOUT.byteSize();
    }

    /** Offset of {@code sin6_family} in bytes. */
    public static long sin6_family$offset() {
        return SIN6_FAMILY_OFFSET;
    }

    /** The value of {@code sin6_family}. */
    public static short sin6_family(final MemorySegment struct) {
        return struct.get(SIN6_FAMILY, SIN6_FAMILY_OFFSET);
    }

    /** Sets the value of {@code sin6_family}. */
    public static void sin6_family(final MemorySegment struct, final short value) {
        struct.set(SIN6_FAMILY, SIN6_FAMILY_OFFSET, value);
    }

    /** Offset of {@code sin6_port} in bytes. */
    public static long sin6_port$offset() {
        return SIN6_PORT_OFFSET;
    }

    /** The value of {@code sin6_port}. */
    public static short sin6_port(final MemorySegment struct) {
        return struct.get(SIN6_PORT, SIN6_PORT_OFFSET);
    }

    /** Sets the value of {@code sin6_port}. */
    public static void sin6_port(final MemorySegment struct, final short value) {
        struct.set(SIN6_PORT, SIN6_PORT_OFFSET, value);
    }

    /** Offset of {@code sin6_flowinfo} in bytes. */
    public static long sin6_flowinfo$offset() {
        return SIN6_FLOWINFO_OFFSET;
    }

    /** The value of {@code sin6_flowinfo}. */
    public static int sin6_flowinfo(final MemorySegment struct) {
        return struct.get(SIN6_FLOWINFO, SIN6_FLOWINFO_OFFSET);
    }

    /** Sets the value of {@code sin6_flowinfo}. */
    public static void sin6_flowinfo(final MemorySegment struct, final int value) {
        struct.set(SIN6_FLOWINFO, SIN6_FLOWINFO_OFFSET, value);
    }

    /** Offset of {@code sin6_addr} in bytes. */
    public static long sin6_addr$offset() {
        return SIN6_ADDR_OFFSET;
    }

    /** The memory of {@code sin6_addr} within the structure. */
    public static MemorySegment sin6_addr(final MemorySegment struct) {
        return struct.asSlice(SIN6_ADDR_OFFSET, 16);
    }

    /** Offset of {@code sin6_scope_id} in bytes. */
    public static long sin6_scope_id$offset() {
        return SIN6_SCOPE_ID_OFFSET;
    }

    /** The value of {@code sin6_scope_id}. */
    public static int sin6_scope_id(final MemorySegment struct) {
        return struct.get(SIN6_SCOPE_ID, SIN6_SCOPE_ID_OFFSET);
    }

    /** Sets the value of {@code sin6_scope_id}. */
    public static void sin6_scope_id(final MemorySegment struct, final int value) {
        struct.set(SIN6_SCOPE_ID, SIN6_SCOPE_ID_OFFSET, value);
    }
}
