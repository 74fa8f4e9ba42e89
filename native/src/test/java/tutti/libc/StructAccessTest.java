package tutti.libc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.reflect.Method;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every accessor writes its own field, all of it and nothing else, and reads it back. */
final class StructAccessTest {
    static Stream<Class<?>> structures() {
        return Stream.of(sockaddr_in.class, sockaddr_in6.class, iovec.class, msghdr.class, mmsghdr.class, pollfd.class,
            timespec.class, sock_filter.class, sock_fprog.class, sched_param.class);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void accessorsTouchTheirOwnFieldOnly(final Class<?> structure) throws ReflectiveOperationException {
        final GroupLayout layout = (GroupLayout) structure.getMethod("layout").invoke(null);
        assertEquals(layout.byteSize(), structure.getMethod("sizeof").invoke(null));
        int fields = 0;
        for (final Method setter : structure.getMethods()) {
            if (setter.getParameterCount() != 2 || setter.getParameterTypes()[0] != MemorySegment.class) {
                continue;
            }
            fields++;
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment memory = arena.allocate(layout);
                final Object ones = ones(setter.getParameterTypes()[1]);
                setter.invoke(null, memory, ones);
                assertEquals(ones, structure.getMethod(setter.getName(), MemorySegment.class).invoke(null, memory));
                final long offset = (long) structure.getMethod(setter.getName() + "$offset").invoke(null);
                final long size = layout.select(PathElement.groupElement(setter.getName())).byteSize();
                for (long i = 0; i < memory.byteSize(); i++) {
                    final boolean inside = i >= offset && i < offset + size;
                    assertEquals(inside ? -1 : 0, memory.get(JAVA_BYTE, i));
                }
            }
        }
        assertEquals(valueMembers(layout), fields);
    }

    private static Object ones(final Class<?> type) {
        if (type == byte.class) {
            return (byte) -1;
        }
        if (type == short.class) {
            return (short) -1;
        }
        return type == int.class ? (Object) (-1) : (Object) (-1L);
    }

    private static long valueMembers(final GroupLayout layout) {
        return layout.memberLayouts().stream()
            .filter(member -> member.name().isPresent())
            .filter(member -> !(member instanceof SequenceLayout) && !(member instanceof GroupLayout))
            .count();
    }

    @Test
    void portsAndAddressesAreInNetworkByteOrder() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment ipv4 = arena.allocate(sockaddr_in.layout());
            sockaddr_in.sin_port(ipv4, (short) 0x1234);
            sockaddr_in.sin_addr(ipv4, 0x7F000001);
            assertEquals("000012347f0000010000000000000000", hex(ipv4));
            final MemorySegment ipv6 = arena.allocate(sockaddr_in6.layout());
            sockaddr_in6.sin6_port(ipv6, (short) 0x1234);
            sockaddr_in6.sin6_flowinfo(ipv6, 0x01020304);
            sockaddr_in6.sin6_addr(ipv6).fill((byte) 0xAB);
            assertEquals("0000123401020304" + "ab".repeat(16) + "00000000", hex(ipv6));
        }
    }

    private static String hex(final MemorySegment memory) {
        return HexFormat.of().formatHex(memory.toArray(JAVA_BYTE));
    }

    @Test
    void aMessageHeaderIsTheBeginningOfItsMultiMessageHeader() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment header = arena.allocate(mmsghdr.layout());
            msghdr.msg_namelen(mmsghdr.msg_hdr(header), 28);
            assertEquals(28, msghdr.msg_namelen(header));
            assertEquals(0, mmsghdr.msg_hdr$offset());
        }
    }

    @Test
    void cpuSetsAreWordsOfBits() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment set = arena.allocate(cpu_set_t.layout());
            cpu_set_t.__bits(set, 15, 1L << 63);
            assertEquals(1L << 63, cpu_set_t.__bits(set, 15));
            assertEquals(0, cpu_set_t.__bits(set, 0));
            assertEquals(0, cpu_set_t.__bits$offset());
            assertTrue(cpu_set_t.sizeof() * Byte.SIZE >= LibC.CPU_SETSIZE);
        }
    }
}
