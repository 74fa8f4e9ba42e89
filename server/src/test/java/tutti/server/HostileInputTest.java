package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.TransportProperties;
import tutti.server.stats.Counter;
import tutti.transport.PeerAddress;

/** Bad input is counted by its kind, answered as the specification says or not at all, and disturbs nobody. */
class HostileInputTest {

    private static final int MAX_CLIENTS = 10;
    private static final int OVERSIZED = 8193;

    private final Rig rig = new Rig(MAX_CLIENTS);

    private static Arguments kind(final Counter counter, final int count, final BiConsumer<RawPeer, RawPeer> deed) {
        return Arguments.of(counter, count, deed);
    }

    /** What a connected client or a stranger may do, how it is counted and how often. */
    static Stream<Arguments> badDeeds() {
        return Stream.of(
            kind(Counter.REFUSED_OVERSIZED, 2, (client, stranger) -> {
                client.send(new byte[OVERSIZED]);
                stranger.send(new byte[20_000]);
            }),
            kind(Counter.REFUSED_BAD_CRC, 2, (client, stranger) -> {
                final byte[] frame = RawPeer.frame(MessageId.CHAT_TEXT, 9, RawPeer.text("hello"));
                frame[Frame.HEADER_LENGTH + 3]++;
                client.send(frame);
                client.send(new byte[Frame.OVERHEAD]);
            }),
            kind(Counter.REFUSED_UNKNOWN_ID, 5, (client, stranger) -> {
                client.say(99);
                client.say(0, (byte) 1);
                client.say(65_535);
                client.say(1999);
                stranger.say(1500);
            }),
            kind(Counter.REFUSED_BAD_BODY, 13, (client, stranger) -> {
                client.sayHex(MessageId.JITT_BUF_SIZE, "1600");
                client.sayHex(MessageId.CHANNEL_GAIN, "0000");
                client.sayHex(MessageId.CHANNEL_PAN, "00000000");
                client.sayHex(MessageId.CHAT_TEXT, "ffff41");
                client.sayHex(MessageId.CHANNEL_INFOS, "");
                client.sayProperties(9, 1, 1, 2, 0);
                client.sayHex(MessageId.ACKN, "18");
                client.sayHex(MessageId.SPLIT_CONTAINER, "180001");
                client.sayHex(MessageId.CLM_PING_MS, "010203");
                stranger.sayHex(MessageId.CLM_PING_MS, "0102030405");
                stranger.sayHex(MessageId.CLM_PING_MS_WITHNUMCLIENTS, "01020304");
                stranger.sayHex(MessageId.ACKN, "200000");
                stranger.say(MessageId.ACKN);
            }),
            kind(Counter.REFUSED_BAD_BODY, 6, (client, stranger) -> {
                client.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.CHAT_TEXT, 0, 0, new byte[9]));
                client.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.CHAT_TEXT, 2, 1, new byte[9]));
                client.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.SPLIT_CONTAINER, 1, 0, new byte[9]));
                client.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.CLM_DISCONNECTION, 1, 0));
                for (int index = 0; index < 4; index++) {
                    client.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.CHAT_TEXT, 5, index, new byte[7000]));
                }
            }),
            kind(Counter.REFUSED_STRANGER, 6, (client, stranger) -> {
                stranger.say(MessageId.CHAT_TEXT, RawPeer.text("hello"));
                stranger.say(MessageId.CHANNEL_GAIN, new byte[3]);
                stranger.say(MessageId.CLM_DISCONNECTION);
                stranger.acknowledge(MessageId.CLIENT_ID, 0);
                stranger.say(99);
                stranger.say(MessageId.SPLIT_CONTAINER,
                    RawPeer.part(MessageId.NETW_TRANSPORT_PROPS, 1, 0, new byte[19]));
            }),
            kind(Counter.REFUSED_WRONG_STATE, 4, (client, stranger) -> {
                client.say(MessageId.CLIENT_ID, (byte) 3);
                client.say(MessageId.CONN_CLIENTS_LIST);
                stranger.say(MessageId.CLM_SERVER_FULL);
                stranger.sayHex(MessageId.CLM_SEND_EMPTY_MESSAGE, "077100cb7656");
            }),
            kind(Counter.REFUSED_BAD_CHANNEL, 4, (client, stranger) -> {
                client.say(MessageId.CHANNEL_GAIN, (byte) MAX_CLIENTS, (byte) 0, (byte) 0);
                client.say(MessageId.CHANNEL_GAIN, (byte) 150, (byte) 0, (byte) 0);
                client.say(MessageId.CHANNEL_PAN, (byte) 151, (byte) 0, (byte) 0);
                client.say(MessageId.CHANNEL_PAN, (byte) 255, (byte) 0, (byte) 0);
            }),
            kind(Counter.REFUSED_AUDIO_SIZE, 3, (client, stranger) -> {
                client.sendGarbage();
                client.send(new byte[10]);
                client.send(new byte[5108]);
            }),
            kind(Counter.REFUSED_DUPLICATE, 1, (client, stranger) -> {
                client.send(RawPeer.frame(MessageId.REQ_CONN_CLIENTS_LIST, 200));
                client.send(RawPeer.frame(MessageId.REQ_CONN_CLIENTS_LIST, 200));
            }),
            kind(Counter.REFUSED_FLOOD, 15, (client, stranger) -> {
                for (int i = 0; i < 25; i++) {
                    client.say(MessageId.CHAT_TEXT, RawPeer.text("buy"));
                }
            }));
    }

    @ParameterizedTest
    @MethodSource("badDeeds")
    void shouldCountBadInputByItsKindAndServeTheOthersOn(final Counter counter, final int count,
        final BiConsumer<RawPeer, RawPeer> deed) {
        final TestClient musician = new TestClient(rig, 4999, "Anna");
        musician.play(50);
        final RawPeer client = new RawPeer(rig, 5000).connect();
        final RawPeer stranger = new RawPeer(rig, 5001);
        final Map<Counter, Long> before = refused();
        final int heard = musician.audio.size();
        deed.accept(client, stranger);
        musician.play(10);

        final Map<Counter, Long> changes = refused();
        before.forEach((kind, value) -> changes.merge(kind, -value, Long::sum));
        changes.values().removeIf(value -> value == 0);
        assertEquals(Map.of(counter, (long) count), changes);
        assertEquals(heard + 10, musician.audio.size());
        assertEquals(0, stranger.datagramsReceived());
        assertEquals(2, rig.count(Counter.CLIENTS));
    }

    /** Also while the client is faded in, when the datagram counts for that all the same (spec 4.4). */
    @Test
    void shouldCountDatagramsForWhichTheJitterBufferHasNoRoom() {
        final RawPeer client = new RawPeer(rig, 5000).connect();
        client.sayProperties(45, 1, 1, TransportProperties.CODEC_OPUS, 0);
        client.say(MessageId.CHANNEL_INFOS, RawPeer.infos("", ""));
        rig.runFrames(2);
        final long taken = rig.count(Counter.AUDIO_RECEIVED);
        for (int i = 0; i < 30; i++) {
            client.send(new byte[45]);
        }
        rig.runFrames(1);
        final long refused = rig.count(Counter.BLOCKS_REFUSED);
        assertTrue(refused >= 10, refused + " refused");
        assertEquals(30, refused + rig.count(Counter.AUDIO_RECEIVED) - taken);
    }

    private Map<Counter, Long> refused() {
        final Map<Counter, Long> counts = new HashMap<>();
        for (final Counter counter : Counter.values()) {
            if (counter.family() == Counter.Family.REFUSED) {
                counts.put(counter, rig.count(counter));
            }
        }
        return counts;
    }

    @Test
    void shouldLetAMusicianInAtOnceAmongTwoHundredStrangersOfOnePacketEach() {
        final List<RawPeer> strangers = IntStream.range(0, 200)
            .mapToObj(i -> new RawPeer(rig, new PeerAddress(new InetSocketAddress("192.0.2." + i, 5000)))).toList();
        for (final RawPeer stranger : strangers) {
            stranger.acknowledging = false;
            stranger.sendGarbage();
        }
        rig.runFrames(4);
        final TestClient musician = new TestClient(rig, 4999, "Anna");
        musician.play(40);
        assertTrue(musician.audio.size() >= 30, () -> musician.audio.size() + " datagrams heard");
        assertEquals(1, rig.count(Counter.CLIENTS));

        musician.play(1000);
        assertEquals(0, rig.count(Counter.PENDING));
        for (final RawPeer stranger : strangers) {
            assertTrue(stranger.messages.stream().allMatch(message -> message.id() == MessageId.CLIENT_ID));
            assertTrue(stranger.datagramsReceived() <= 3);
        }
    }

    @Test
    void shouldLetAMusicianInAtOnceWhileStrangersKeepComing() {
        new RawPeer(rig, 5000).connect();
        final byte[] garbage = {1, 2, 3};
        for (int i = 0; i < 20_000; i++) {
            final InetSocketAddress from = new InetSocketAddress("10." + i % 7 + "." + i % 251 + ".1", 1 + i);
            rig.network.schedule(rig.clock.nanoTime() + i * 100_000L, new PeerAddress(from), garbage);
        }
        rig.runFrames(300);
        final TestClient musician = new TestClient(rig, 4999, "Anna");
        musician.play(40);
        assertTrue(musician.audio.size() >= 30, () -> musician.audio.size() + " datagrams heard");
    }

    @Test
    void shouldRationServerFullByAddress() {
        for (int port = 5000; port < 5000 + MAX_CLIENTS; port++) {
            new RawPeer(rig, port).connect();
        }
        final RawPeer stranger = new RawPeer(rig, new PeerAddress(new InetSocketAddress("192.0.2.1", 5000)));
        for (int frame = 0; frame < 750; frame++) {
            stranger.sendGarbage();
            rig.runFrames(1);
        }
        assertTrue(stranger.messages.stream().allMatch(message -> message.id() == MessageId.CLM_SERVER_FULL));
        assertEquals(4 + 2 * 4, stranger.datagramsReceived(), 1);
        assertEquals(750, rig.count(Counter.REFUSED_SERVER_FULL), 1);
    }

    /** A public status page asks every 3 s; a forged address must not be flooded with lists. */
    @Test
    void shouldRationAnswersThatAreLongerThanTheirQuestions() {
        final Rig full = new Rig(150, "x".repeat(1600));
        for (int i = 0; i < 150; i++) {
            final RawPeer peer = new RawPeer(full, 5000 + i).connect();
            peer.say(MessageId.CHANNEL_INFOS, RawPeer.infos("ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ", "ÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖÖ"));
        }
        final RawPeer page = new RawPeer(full, new PeerAddress(new InetSocketAddress("192.0.2.1", 5000)));
        final RawPeer victim = new RawPeer(full, new PeerAddress(new InetSocketAddress("192.0.2.2", 5000)));
        for (int second = 0; second < 9; second++) {
            if (second % 3 == 0) {
                page.say(MessageId.CLM_REQ_CONN_CLIENTS_LIST);
            }
            for (int i = 0; i < 50; i++) {
                victim.say(MessageId.CLM_REQ_CONN_CLIENTS_LIST);
                victim.say(MessageId.CLM_REQ_WELCOME_MESSAGE);
                full.runFrames(7);
            }
        }
        assertEquals(3, page.messages(MessageId.CLM_CONN_CLIENTS_LIST).size());
        final long bytes = victim.messages.stream().mapToLong(message -> Frame.OVERHEAD + message.body().length).sum();
        assertTrue(bytes <= 24_000 + 9 * 8_000, () -> bytes + " bytes");
        assertTrue(full.count(Counter.REFUSED_FLOOD) > 800);
    }

    /** A client that never acknowledges holds a bounded queue, and once it does, it gets the latest state. */
    @Test
    void shouldNotQueueWithoutBoundForAClientThatStopsAcknowledging() {
        final RawPeer deaf = new RawPeer(rig, 5000).connect();
        deaf.acknowledging = false;
        final RawPeer busy = new RawPeer(rig, 5001).connect();
        for (int i = 0; i < 300; i++) {
            busy.say(MessageId.CHANNEL_INFOS, RawPeer.infos("name " + i, ""));
            busy.say(MessageId.CHANNEL_GAIN, (byte) 0, (byte) 0, (byte) (i % 2 == 0 ? 0 : 0x80));
            busy.say(MessageId.CHAT_TEXT, RawPeer.text("x".repeat(1800)));
            deaf.say(MessageId.REQ_CONN_CLIENTS_LIST);
            deaf.say(MessageId.REQ_NETW_TRANSPORT_PROPS);
            deaf.sendGarbage();
            busy.sendGarbage();
            rig.runFrames(50);
        }
        deaf.acknowledging = true;
        rig.run(2_000_000_000L);
        assertTrue(deaf.messages(MessageId.CONN_CLIENTS_LIST).size() < 20);
        assertTrue(deaf.bodies(MessageId.CONN_CLIENTS_LIST).getLast().contains(
            HexFormat.of().formatHex(RawPeer.text("name 299"))));
    }

    /** Each change to automatic and back changes the size, which the client is told; only the latest size matters. */
    @Test
    void shouldNotQueueAReportForEveryChangeOfTheJitterBuffer() {
        final RawPeer deaf = new RawPeer(rig, 5000).connect();
        deaf.acknowledging = false;
        final int before = deaf.messages(MessageId.JITT_BUF_SIZE).size();
        for (int i = 0; i < 100; i++) {
            deaf.sayHex(MessageId.JITT_BUF_SIZE, "0500");
            rig.runFrames(1);
            deaf.sayHex(MessageId.JITT_BUF_SIZE, "1500");
            rig.runFrames(2);
        }
        deaf.acknowledging = true;
        rig.run(1_000_000_000L);
        final int reports = deaf.messages(MessageId.JITT_BUF_SIZE).size() - before;
        assertTrue(reports > 1 && reports < 2 * ServerLimits.QUEUED_MESSAGES, () -> reports + " reports");
    }

    /** Every length a valid message can be cut to, sent by a client; none is carried out and none harms. */
    @Test
    void shouldTakeCutMessagesForAudioOfTheWrongSize() {
        final RawPeer client = new RawPeer(rig, 5000).connect();
        final List<byte[]> whole = new ArrayList<>();
        whole.add(RawPeer.frame(MessageId.CHAT_TEXT, 1, RawPeer.text("hello")));
        whole.add(RawPeer.frame(MessageId.CHANNEL_INFOS, 2, RawPeer.infos("Anna", "Köln")));
        whole.add(RawPeer.frame(MessageId.CLM_PING_MS, 0, new byte[4]));
        final int answers = client.messages.size();
        int cut = 0;
        for (final byte[] frame : whole) {
            for (int length = 0; length < frame.length; length++) {
                client.send(Arrays.copyOf(frame, length));
                cut += Math.min(1, length);
            }
        }
        rig.runFrames(5);
        assertEquals(cut, rig.count(Counter.REFUSED_AUDIO_SIZE));
        assertEquals(answers, client.messages.size());
    }
}
