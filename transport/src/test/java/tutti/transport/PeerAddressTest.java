package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PeerAddressTest {
    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7:22134",
        "255.255.255.255, 255.255.255.255:22134",
        "2001:db8::1, [2001:db8::1]:22134",
        "::, [::]:22134",
        "::1, [::1]:22134",
        "1::, [1::]:22134",
        "2001:db8:0:1:1:1:1:1, [2001:db8:0:1:1:1:1:1]:22134",
        "2001:0:0:1:0:0:0:1, [2001:0:0:1::1]:22134",
        "2001:db8:0:0:1:0:0:1, [2001:db8::1:0:0:1]:22134",
        "fe80::abcd:ef01, [fe80::abcd:ef01]:22134",
        "1:2:3:4:5:6:7:8, [1:2:3:4:5:6:7:8]:22134",
    })
    void readsAsPeopleWriteIt(final String literal, final String expected) throws UnknownHostException {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(literal), 22134);
        assertEquals(expected, new PeerAddress(address).toString());
    }

    @Test
    void showsTheScopeOfALinkLocalAddress() {
        assertEquals("[fe80::1%2]:9", new PeerAddress(0xFE80L << 48, 1, 9, 2).toString());
    }

    @Test
    void holdsIpv4AsMappedIpv6() {
        final PeerAddress peer = PeerAddress.ofIpv4(0xCB007107, 22134);
        assertEquals("203.0.113.7:22134", peer.toString());
        assertTrue(peer.isIpv4());
        assertEquals(0, peer.high());
        assertEquals(0xFFFFCB007107L, peer.low());
        assertFalse(new PeerAddress(0, 1, 1, 0).isIpv4());
        assertFalse(new PeerAddress(1, 0xFFFFCB007107L, 1, 0).isIpv4());
    }

    @Property
    void survivesTheJdksForm(@ForAll final long high, @ForAll final long low,
        @ForAll @IntRange(max = 65535) final int port, @ForAll @IntRange(max = 9) final int scope) {
        final PeerAddress peer = new PeerAddress(high, low, port, PeerAddress.isIpv4(high, low) ? 0 : scope);
        final PeerAddress back = new PeerAddress(peer.toSocketAddress());
        assertEquals(peer, back);
        assertEquals(peer.hashCode(), back.hashCode());
    }

    @Property
    void survivesTheKernelsForm(@ForAll final long high, @ForAll final long low,
        @ForAll @IntRange(max = 65535) final int port, @ForAll final int scope) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(SocketAddressFormat.SLOT_BYTES, Long.BYTES);
            SocketAddressFormat.IPV6.write(memory, high, low, port, scope);
            assertEquals(new PeerAddress(high, low, port, scope), read(SocketAddressFormat.IPV6, memory));
            SocketAddressFormat.IPV4.write(memory, 0, PeerAddress.mapped((int) low), port, scope);
            assertEquals(PeerAddress.ofIpv4((int) low, port), read(SocketAddressFormat.IPV4, memory));
        }
    }

    private static PeerAddress read(final SocketAddressFormat format, final MemorySegment from) {
        return new PeerAddress(format.high(from), format.low(from), format.port(from), format.scope(from));
    }

    @Test
    void everyPartCounts() {
        final PeerAddress peer = new PeerAddress(1, 2, 3, 4);
        assertNotEquals(peer, new PeerAddress(0, 2, 3, 4));
        assertNotEquals(peer, new PeerAddress(1, 0, 3, 4));
        assertNotEquals(peer, new PeerAddress(1, 2, 0, 4));
        assertNotEquals(peer, new PeerAddress(1, 2, 3, 0));
        assertNotEquals(peer, new Object());
        assertEquals(peer, new PeerAddress(peer));
    }

    @Test
    void theJdksFormIsKeptUntilTheValuesChange() throws UnknownHostException {
        final PeerAddress peer = PeerAddress.ofIpv4(0x7F000001, 5);
        final InetSocketAddress first = peer.toSocketAddress();
        assertSame(first, peer.toSocketAddress());
        assertSame(first, new PeerAddress(peer).toSocketAddress());
        peer.set(0xFE80L << 48, 1, 6, 3);
        assertEquals(6, peer.toSocketAddress().getPort());
        assertEquals(3, ((Inet6Address) peer.toSocketAddress().getAddress()).getScopeId());
    }

    @Test
    void refusesAHostThatWasNotFound() {
        final IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class,
            () -> new PeerAddress(InetSocketAddress.createUnresolved("no-such-host", 1)));
        assertEquals("unknown host: no-such-host", thrown.getMessage());
    }

    @Test
    void hashesOfNeighboursSpreadOverASmallTable() {
        final Set<Integer> slots = new HashSet<>();
        for (int port = 40000; port < 40256; port++) {
            slots.add(PeerAddress.ofIpv4(0x7F000001, port).hashCode() & 1023);
        }
        // 256 balls thrown into 1024 bins hit 226 of them on average; a poor hash hits far fewer.
        assertTrue(slots.size() > 200, () -> "only " + slots.size() + " different slots");
    }
}
