package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;

class PendingPeersTest {

    private static final int CAPACITY = 40;
    private static final int IDS = 4;

    private final PendingPeers pending = new PendingPeers(CAPACITY, IDS);

    private static PeerAddress address(final int host, final int port) {
        return new PeerAddress(new InetSocketAddress("192.0.2." + host, port));
    }

    private int add(final PeerAddress from, final int id) {
        pending.makeRoom(from);
        return pending.add(from, id, 0);
    }

    private List<PeerAddress> byAge() {
        final List<PeerAddress> found = new ArrayList<>();
        for (int entry = pending.oldest(); entry >= 0; entry = pending.next(entry)) {
            found.add(new PeerAddress(pending.address(entry)));
        }
        return found;
    }

    @Test
    void shouldEvictTheOldestOfAnAddressThatHasTooManyAndOfNoOther() {
        add(address(1, 1), 0);
        for (int port = 1; port <= PendingPeers.MAX_PER_ADDRESS; port++) {
            assertFalse(pending.makeRoom(address(2, port)));
            pending.add(address(2, port), 0, 0);
        }
        assertTrue(pending.makeRoom(address(2, 999)));
        pending.add(address(2, 999), 0, 0);

        assertEquals(1 + PendingPeers.MAX_PER_ADDRESS, pending.size());
        assertEquals(address(1, 1), byAge().getFirst());
        assertEquals(address(2, 2), byAge().get(1));
        assertEquals(address(2, 999), byAge().getLast());
    }

    @Test
    void shouldCountAllAddressesOfAnIpv6NetworkAsOne() {
        for (int host = 1; host <= PendingPeers.MAX_PER_ADDRESS; host++) {
            final PeerAddress from = new PeerAddress(new InetSocketAddress("2001:db8::" + host, 5000));
            assertFalse(pending.makeRoom(from));
            pending.add(from, 0, 0);
        }
        assertFalse(pending.makeRoom(new PeerAddress(new InetSocketAddress("2001:db8:0:1::1", 5000))));
        assertTrue(pending.makeRoom(new PeerAddress(new InetSocketAddress("2001:db8::ffff", 5000))));
    }

    @Test
    void shouldEvictTheOldestOfAllWhenFull() {
        for (int host = 1; host <= CAPACITY; host++) {
            assertFalse(pending.makeRoom(address(host, 1)));
            pending.add(address(host, 1), 0, 0);
        }
        assertTrue(pending.makeRoom(address(100, 1)));
        pending.add(address(100, 1), 0, 0);
        assertEquals(CAPACITY, pending.size());
        assertEquals(address(2, 1), byAge().getFirst());
    }

    @Test
    void shouldProposeAnIdAsLongAsAnyEntryDoes() {
        final int first = add(address(1, 1), 2);
        final int second = add(address(1, 2), 2);
        pending.remove(first);
        assertTrue(pending.proposes(2));
        pending.remove(second);
        assertFalse(pending.proposes(2));
    }

    @Test
    void shouldExpireAfterItsLifetimeHoweverOftenItsMessageWasSentAgain() {
        final int entry = add(address(1, 1), 0);
        pending.sentAgain(entry, PendingPeers.LIFETIME_NANOS / 2);
        assertFalse(pending.isExpired(entry, PendingPeers.LIFETIME_NANOS));
        assertTrue(pending.isExpired(entry, PendingPeers.LIFETIME_NANOS + 1));
    }

    @Test
    void shouldForgetThePropertiesOfAnEntrysFormerOwner() {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        final int former = add(address(1, 1), 0);
        pending.rememberProperties(former, 7, body, 0);
        pending.remove(former);
        assertTrue(pending.hasProperties(former));
        assertEquals(former, add(address(1, 2), 0));
        assertFalse(pending.hasProperties(former));
    }

    /** Against a map in order of insertion. */
    @Property
    void shouldKeepItsEntriesInOrderOfAgeUnderChurn(
        @ForAll @Size(max = 400) final List<@IntRange(min = 0, max = 99) Integer> steps) {
        final Map<PeerAddress, Integer> model = new LinkedHashMap<>();
        for (final int step : steps) {
            final PeerAddress address = address(step % 2, step);
            if (model.containsKey(address)) {
                pending.remove(model.remove(address));
            } else {
                if (pending.makeRoom(address)) {
                    evictFrom(model, address);
                }
                model.put(address, pending.add(address, step % IDS, 0));
            }
            assertEquals(new ArrayList<>(model.keySet()), byAge());
            assertEquals(model.size(), pending.size());
        }
        for (int id = 0; id < IDS; id++) {
            final int wanted = id;
            assertEquals(model.keySet().stream().anyMatch(address -> address.port() % IDS == wanted),
                pending.proposes(id));
        }
        model.values().forEach(pending::remove);
        assertEquals(0, pending.size());
    }

    private static void evictFrom(final Map<PeerAddress, Integer> model, final PeerAddress newcomer) {
        final List<PeerAddress> ofAddress = model.keySet().stream()
            .filter(other -> other.high() == newcomer.high() && other.low() == newcomer.low()).toList();
        model.remove(ofAddress.size() >= PendingPeers.MAX_PER_ADDRESS
            ? ofAddress.getFirst() : model.keySet().iterator().next());
    }
}
