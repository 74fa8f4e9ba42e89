package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.ClientList;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/** Whatever arrives from whomever in whatever order: nothing is thrown, and the musician hears every frame. */
class RandomTrafficTest {

    private static final int MAX_CLIENTS = 6;
    private static final int PEERS = 12;
    private static final int FIRST_PORT = 5000;
    private static final int LAST_COUNTER = 255;

    /** What a peer does next. */
    enum Kind {
        MESSAGE, DAMAGED_MESSAGE, CUT_MESSAGE, PART, NOISE, AUDIO, GARBAGE, PROPERTIES, INFOS, GOODBYE, ACKNOWLEDGEMENT
    }

    /**
     * One deed and the time after it.
     *
     * @param peer who.
     * @param kind what.
     * @param id message id, where one is needed.
     * @param counter message counter, likewise.
     * @param bytes body or payload.
     * @param frames frames until the next deed.
     */
    record Deed(int peer, Kind kind, int id, int counter, byte[] bytes, int frames) {
        @Override
        public String toString() {
            return peer + " " + kind + " " + id + "/" + counter + " " + Arrays.toString(bytes) + " +" + frames;
        }
    }

    @Provide
    Arbitrary<List<Deed>> deeds() {
        final Arbitrary<Integer> ids = Arbitraries.oneOf(Arbitraries.integers().between(0, 40),
            Arbitraries.integers().between(1000, 1025), Arbitraries.of(MessageId.SPLIT_CONTAINER),
            Arbitraries.integers().between(0, 65_535));
        final Arbitrary<byte[]> bytes = Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.bytes().array(byte[].class).ofMaxSize(24)),
            Tuple.of(1, Arbitraries.bytes().array(byte[].class).ofMinSize(500).ofMaxSize(9000)));
        return Combinators.combine(Arbitraries.integers().between(0, PEERS - 1), Arbitraries.of(Kind.class), ids,
            Arbitraries.integers().between(0, 4), bytes, Arbitraries.of(0, 0, 0, 1, 2)).as(Deed::new)
            .list().ofMinSize(40).ofMaxSize(150);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void shouldServeTheMusicianAndKeepItsTablesRight(@ForAll("deeds") final List<Deed> deeds) {
        try (Rig rig = new Rig(MAX_CLIENTS)) {
            final TestClient musician = new TestClient(rig, FIRST_PORT - 1, "Anna");
            musician.play(20);
            final List<RawPeer> peers =
                IntStream.range(0, PEERS).mapToObj(i -> new RawPeer(rig, FIRST_PORT + i)).toList();
            IntStream.range(0, PEERS).forEach(i -> peers.get(i).acknowledging = i % 3 != 0);
            int expected = musician.audio.size();
            for (final Deed deed : deeds) {
                carryOut(peers.get(deed.peer()), deed);
                musician.play(deed.frames());
                expected += deed.frames();
            }
            musician.play(10);
            expected += 10;
            assertEquals(expected, musician.audio.size());
            assertTrue(rig.count(Counter.CLIENTS) <= MAX_CLIENTS);
            assertEquals(rig.count(Counter.JOINS) - rig.count(Counter.LEFT_DISCONNECT), rig.count(Counter.CLIENTS));
            assertEquals(rig.count(Counter.CLIENTS), listed(musician));
            assertEquals(rig.count(Counter.CLIENTS) - 1, answering(peers, musician));
        }
    }

    private static void carryOut(final RawPeer peer, final Deed deed) {
        final byte[] bytes = deed.bytes();
        final byte[] frame = RawPeer.frame(deed.id(), deed.counter(), bytes);
        switch (deed.kind()) {
            case MESSAGE -> peer.send(frame);
            case DAMAGED_MESSAGE -> {
                frame[Math.abs(deed.id()) % frame.length] ^= (byte) (1 + deed.counter());
                peer.send(frame);
            }
            case CUT_MESSAGE -> peer.send(Arrays.copyOf(frame, deed.id() % frame.length));
            case NOISE -> peer.send(bytes);
            case PART -> peer.send(RawPeer.frame(MessageId.SPLIT_CONTAINER, deed.counter(),
                RawPeer.part(deed.id(), deed.counter(), deed.frames(), bytes)));
            case AUDIO -> peer.send(Arrays.copyOf(bytes, 46));
            case GARBAGE -> peer.sendGarbage();
            case PROPERTIES -> peer.sayProperties(46 + deed.counter(), 1 << deed.frames(), 1 + deed.id() % 2,
                2 + deed.counter() % 2, 1);
            case INFOS -> peer.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0100 61 0100 62");
            case GOODBYE -> peer.say(MessageId.CLM_DISCONNECTION);
            case ACKNOWLEDGEMENT -> peer.acknowledge(MessageId.CLIENT_ID, deed.counter());
        }
    }

    /** Length of the client list; its ids must be ascending and possible. */
    private static long listed(final TestClient musician) {
        musician.sendConnectionless(MessageId.CLM_REQ_CONN_CLIENTS_LIST);
        musician.play(1);
        final byte[] body = musician.last(MessageId.CLM_CONN_CLIENTS_LIST).body();
        final ClientList list = new ClientList();
        assertTrue(list.wrap(new UnsafeBuffer(body), 0, body.length));
        int entries = 0;
        int previous = -1;
        while (list.next()) {
            assertTrue(list.channelId() > previous && list.channelId() < MAX_CLIENTS);
            previous = list.channelId();
            entries++;
        }
        return entries;
    }

    /** Number of peers whose reliable messages are acknowledged, as only a channel's are. */
    private static long answering(final List<RawPeer> peers, final TestClient musician) {
        peers.forEach(peer -> peer.send(RawPeer.frame(MessageId.REQ_CHANNEL_LEVEL_LIST, LAST_COUNTER)));
        musician.play(2);
        return peers.stream().filter(peer -> peer.messages(MessageId.ACKN).stream()
            .anyMatch(message -> message.counter() == LAST_COUNTER)).count();
    }
}
