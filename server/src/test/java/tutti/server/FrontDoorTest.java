package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.ClientList;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;
import tutti.transport.PeerAddress;

/** How strangers become channels, one by one, in crowds and over slow lines. */
class FrontDoorTest {

    private static final int CODEC_OPUS = 2;
    private static final long MILLIS = 1_000_000L;

    private final Rig rig = new Rig(150);

    /** Its acknowledgement takes longer than its place among the pending ones lasts. */
    @Test
    void shouldAgreeWithAClientOnItsIdThoughItWasPendingTwiceWithDifferentIds() {
        final RawPeer slow = new RawPeer(rig, 5000);
        slow.acknowledging = false;
        slow.sendGarbage();
        rig.runFrames(2);
        assertEquals(0, slow.channelId());
        for (int port = 5001; port <= 5000 + PendingPeers.MAX_PER_ADDRESS; port++) {
            final RawPeer other = new RawPeer(rig, port);
            other.acknowledging = port == 5001 + PendingPeers.MAX_PER_ADDRESS / 2;
            other.sendGarbage();
        }
        rig.runFrames(10);
        assertEquals(1, rig.count(Counter.PENDING_EVICTED));
        new RawPeer(rig, 6000).connect();
        slow.acknowledging = true;
        slow.sendGarbage();
        rig.runFrames(10);

        slow.say(MessageId.CHANNEL_INFOS, RawPeer.infos("slow", ""));
        rig.runFrames(5);
        assertEquals(lastList(slow).get("slow"), slow.channelId());
    }

    @Test
    void shouldShowWhoIsPendingAndNobodyWhenTheLastOneIsIn() {
        final RawPeer stranger = new RawPeer(rig, 5000);
        stranger.travelNanos = 150 * MILLIS;
        stranger.sendGarbage();
        rig.run(200 * MILLIS);
        assertEquals(1, rig.count(Counter.PENDING));
        rig.run(150 * MILLIS);
        assertEquals(1, rig.count(Counter.JOINS));
        assertEquals(0, rig.count(Counter.PENDING));
    }

    @Test
    void shouldKeepSlowStrangersOfOneAddressWhileAnotherAddressFloods() {
        final RawPeer slow = new RawPeer(rig, new PeerAddress(new InetSocketAddress("192.0.2.1", 5000)));
        slow.travelNanos = 300 * MILLIS;
        slow.sendGarbage();
        for (int port = 5000; port < 5400; port++) {
            rig.network.schedule(rig.clock.nanoTime() + 301 * MILLIS + port * 100_000L, Rig.address(port), new byte[1]);
        }
        rig.run(1000 * MILLIS);
        assertEquals(1, rig.count(Counter.JOINS));
        assertEquals(400 - PendingPeers.MAX_PER_ADDRESS, rig.count(Counter.PENDING_EVICTED));
        assertEquals(0, slow.channelId());
    }

    /** As a test tool does, or a school behind one address; 75 are on their way at a time on the slowest line. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20, 100})
    void shouldLetAHundredAndFiftyInFromOneAddressWithinAMomentAndGiveAllTheWholeList(final long travelMillis) {
        final List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            final RawPeer peer = new RawPeer(rig, 5000 + i);
            peer.travelNanos = travelMillis * MILLIS;
            peers.add(peer);
        }
        final long begin = rig.clock.nanoTime();
        for (int frame = 0; frame < 1000; frame++) {
            final long started = (rig.clock.nanoTime() - begin) * 150 / (200 * MILLIS);
            peers.stream().limit(Math.min(150, started)).forEach(RawPeer::sendGarbage);
            rig.runFrames(1);
        }
        assertEquals(150, rig.count(Counter.CLIENTS));
        for (final RawPeer peer : peers) {
            peer.say(MessageId.CHANNEL_INFOS, RawPeer.infos(Integer.toString(peer.address.port()), ""));
        }
        rig.run(3000 * MILLIS);
        for (final RawPeer peer : peers) {
            final Map<String, Integer> list = lastList(peer);
            assertEquals(150, list.size());
            assertEquals(peer.channelId(), list.get(Integer.toString(peer.address.port())));
        }
    }

    /** One byte goes to the lane of the messages, two others to that of the audio. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldTakeABoundedNumberOfNewStrangersAtATimeAndCountTheOthers(final int length) {
        new RawPeer(rig, 5000).connect();
        for (int i = 0; i < 200; i++) {
            rig.send(new PeerAddress(new InetSocketAddress("192.0.2." + i, 5000)),
                Arrays.copyOf(new byte[] {1}, length));
        }
        rig.runFrames(2);
        assertEquals(1 + 64, rig.count(Counter.PENDING_OPENED));
        assertEquals(200 - 64, rig.count(Counter.REFUSED_FLOOD));
    }

    /** The properties come first, the audio 100 ms later; both orders of audio and properties work. */
    @ParameterizedTest
    @CsvSource({"0, 100, true", "100, 0, true", "0, 900, true", "0, 1200, false"})
    void shouldRememberPropertiesOfAStrangerForASecond(final long properties, final long audio, final boolean used) {
        final RawPeer peer = new RawPeer(rig, 5000);
        peer.travelNanos = properties * MILLIS;
        peer.sayProperties(46, 1, 1, CODEC_OPUS, 1);
        peer.travelNanos = audio * MILLIS;
        peer.sendGarbage();
        peer.travelNanos = 200 * MILLIS;
        rig.run(2000 * MILLIS);
        peer.say(MessageId.CHANNEL_INFOS, RawPeer.infos("n", ""));
        rig.run(500 * MILLIS);
        assertEquals(used, !peer.audio.isEmpty());
        assertEquals(used, peer.bodies(MessageId.ACKN).contains("1400"));
    }

    /** The clock's origin is arbitrary. */
    @Test
    void shouldRepeatAndForgetWhileTheClockIsBelowZero() {
        rig.clock.advance(-10_000 * MILLIS);
        final RawPeer stranger = new RawPeer(rig, 5000);
        stranger.acknowledging = false;
        stranger.sendGarbage();
        rig.run(2000 * MILLIS);
        assertEquals(3, stranger.datagramsReceived());
        assertEquals(1, rig.count(Counter.PENDING_EXPIRED));
    }

    @Test
    void shouldNotRememberWhatIsNoProperties() {
        final RawPeer peer = new RawPeer(rig, 5000);
        peer.sayProperties(9, 1, 1, CODEC_OPUS, 1);
        peer.say(MessageId.CHANNEL_INFOS, RawPeer.infos("n", ""));
        peer.connect();
        assertEquals(List.of(), peer.bodies(MessageId.ACKN));
        assertEquals(2, rig.count(Counter.REFUSED_STRANGER));
    }

    /** Names and channel ids of a peer's last client list. */
    private static Map<String, Integer> lastList(final RawPeer receiver) {
        final byte[] body = receiver.messages(MessageId.CONN_CLIENTS_LIST).getLast().body();
        final ClientList list = new ClientList();
        assertTrue(list.wrap(new UnsafeBuffer(body), 0, body.length));
        final Map<String, Integer> ids = new HashMap<>();
        while (list.next()) {
            ids.put(list.name().toString(), list.channelId());
        }
        return ids;
    }
}
