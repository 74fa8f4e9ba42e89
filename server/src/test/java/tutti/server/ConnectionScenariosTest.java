package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/** How channels come and go, as the specification's section 4 states it of the examined server. */
class ConnectionScenariosTest {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int CODEC_OPUS = 2;

    private final Rig rig = new Rig(4);

    @Test
    void shouldGiveTheLowestFreeIdToANewcomer() {
        final RawPeer first = new RawPeer(rig, 5000).connect();
        final RawPeer second = new RawPeer(rig, 5001).connect();
        final RawPeer third = new RawPeer(rig, 5002).connect();
        second.say(MessageId.CLM_DISCONNECTION);
        rig.runFrames(5);
        final RawPeer fourth = new RawPeer(rig, 5003).connect();
        final RawPeer fifth = new RawPeer(rig, 5004).connect();

        assertEquals(List.of("00"), first.bodies(MessageId.CLIENT_ID));
        assertEquals(List.of("01"), second.bodies(MessageId.CLIENT_ID));
        assertEquals(List.of("02"), third.bodies(MessageId.CLIENT_ID));
        assertEquals(List.of("01"), fourth.bodies(MessageId.CLIENT_ID));
        assertEquals(List.of("03"), fifth.bodies(MessageId.CLIENT_ID));
    }

    @Test
    void shouldTellAStrangerThatAllChannelsAreTakenAndLetThemInOnceOneIsFree() {
        for (int port = 5000; port < 5004; port++) {
            new RawPeer(rig, port).connect();
        }
        final RawPeer fifth = new RawPeer(rig, 5004).connect();
        assertEquals(List.of(MessageId.CLM_SERVER_FULL), fifth.messages.stream().map(TestClient.Message::id).toList());

        rig.send(Rig.address(5002), RawPeer.frame(MessageId.CLM_DISCONNECTION, 0));
        rig.runFrames(5);
        fifth.connect();
        assertEquals(List.of("02"), fifth.bodies(MessageId.CLIENT_ID));
    }

    @Test
    void shouldTellADifferentIdWhenTheProposedOneWentToSomebodyQuicker() {
        final Rig small = new Rig(2);
        final RawPeer slow = new RawPeer(small, 5000);
        final RawPeer second = new RawPeer(small, 5001);
        final RawPeer quick = new RawPeer(small, 5002);
        slow.acknowledging = false;
        second.acknowledging = false;
        slow.sendGarbage();
        second.sendGarbage();
        quick.connect();
        assertEquals(List.of("00"), quick.bodies(MessageId.CLIENT_ID));

        slow.acknowledging = true;
        slow.acknowledge(MessageId.CLIENT_ID, 0);
        small.runFrames(10);
        assertEquals(List.of("00", "01"), slow.bodies(MessageId.CLIENT_ID));
        assertEquals(1, slow.channelId());

        second.acknowledge(MessageId.CLIENT_ID, 0);
        small.runFrames(10);
        assertEquals(1, second.messages(MessageId.CLM_SERVER_FULL).size());
        assertEquals(2, small.count(Counter.CLIENTS));
    }

    @Test
    void shouldRepeatTheClientIdToAStrangerForASecondOnly() {
        final RawPeer stranger = new RawPeer(rig, 5000);
        stranger.acknowledging = false;
        stranger.sendGarbage();
        rig.run(3 * SECOND_NANOS);

        final List<TestClient.Message> ids = stranger.messages(MessageId.CLIENT_ID);
        assertEquals(3, ids.size());
        assertEquals(3, stranger.datagramsReceived());
        for (int i = 1; i < ids.size(); i++) {
            assertEquals(ids.get(0).counter(), ids.get(i).counter());
            assertEquals(FrontDoor.RESEND_NANOS, ids.get(i).nanos() - ids.get(i - 1).nanos(), FrameLoop.IDLE_NANOS);
        }
        assertEquals(1, rig.count(Counter.PENDING_EXPIRED));
        assertEquals(0, rig.count(Counter.JOINS));
    }

    @Test
    void shouldRepeatAMessageEveryFourHundredMillisecondsUntilItIsAcknowledged() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.acknowledging = false;
        peer.say(MessageId.REQ_CONN_CLIENTS_LIST);
        rig.run(2 * SECOND_NANOS);

        final List<TestClient.Message> lists = peer.messages(MessageId.CONN_CLIENTS_LIST);
        final List<TestClient.Message> sent = lists.subList(1, lists.size());
        assertEquals(5, sent.size());
        for (int i = 1; i < sent.size(); i++) {
            assertEquals(sent.get(0).counter(), sent.get(i).counter());
            assertEquals(400_000_000, sent.get(i).nanos() - sent.get(i - 1).nanos(), Rig.FRAME_NANOS);
        }
        peer.acknowledge(MessageId.CONN_CLIENTS_LIST, sent.get(0).counter());
        rig.run(SECOND_NANOS);
        assertEquals(lists.size(), peer.messages(MessageId.CONN_CLIENTS_LIST).size());
    }

    @Test
    void shouldIgnoreAcknowledgementsOfAnotherCounterOrMessage() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.acknowledging = false;
        peer.say(MessageId.REQ_CONN_CLIENTS_LIST);
        rig.runFrames(2);
        peer.say(MessageId.REQ_NETW_TRANSPORT_PROPS);
        rig.runFrames(2);
        final int counter = peer.messages(MessageId.CONN_CLIENTS_LIST).getLast().counter();
        peer.acknowledge(MessageId.CONN_CLIENTS_LIST, counter + 1);
        peer.acknowledge(MessageId.NETW_TRANSPORT_PROPS, counter);
        peer.send(RawPeer.frame(MessageId.ACKN, counter, (byte) MessageId.CONN_CLIENTS_LIST));
        rig.runFrames(2);
        assertEquals(0, peer.messages(MessageId.NETW_TRANSPORT_PROPS).size());

        peer.acknowledge(MessageId.CONN_CLIENTS_LIST, counter);
        rig.runFrames(2);
        assertEquals(1, peer.messages(MessageId.NETW_TRANSPORT_PROPS).size());
    }

    @Test
    void shouldTimeOutAClientThatSendsOnlyMessages() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        for (int second = 0; second < 29; second++) {
            rig.run(SECOND_NANOS);
            peer.say(MessageId.CHANNEL_GAIN, (byte) 0, (byte) 0, (byte) 0x80);
            peer.say(MessageId.CLM_PING_MS, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
        }
        assertEquals(1, rig.count(Counter.CLIENTS));
        rig.run(SECOND_NANOS);
        assertEquals(0, rig.count(Counter.CLIENTS));
        assertEquals(1, rig.count(Counter.LEFT_TIMEOUT));
    }

    @Test
    void shouldKeepAClientWhoseAudioHasTheWrongSize() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        rig.run(20 * SECOND_NANOS);
        peer.send(new byte[3]);
        rig.run(29 * SECOND_NANOS);
        assertEquals(1, rig.count(Counter.CLIENTS));
        rig.run(2 * SECOND_NANOS);
        assertEquals(0, rig.count(Counter.CLIENTS));
    }

    @Test
    void shouldKeepAClientThatGoesOnPlayingAfterItsGoodbye() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.play(100);
        anna.sendConnectionless(MessageId.CLM_DISCONNECTION);
        anna.play(100);
        rig.run(29 * SECOND_NANOS);
        assertEquals(1, rig.count(Counter.CLIENTS));
        assertEquals(0, rig.count(Counter.LEFT_DISCONNECT));
        rig.run(2 * SECOND_NANOS);
        assertEquals(1, rig.count(Counter.LEFT_TIMEOUT));
    }

    @Test
    void shouldLetAClientGoThatRepeatsItsGoodbyeForEveryDatagramItHears() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.play(100);
        for (int i = 0; i < 3; i++) {
            anna.sendConnectionless(MessageId.CLM_DISCONNECTION);
            rig.runFrames(1);
        }
        assertEquals(1, rig.count(Counter.LEFT_DISCONNECT));
    }

    @Test
    void shouldServeAClientThatComesBackAsANewcomer() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.play(50);
        anna.sendConnectionless(MessageId.CLM_DISCONNECTION);
        rig.runFrames(5);
        final int ids = anna.messages(MessageId.CLIENT_ID).size();
        anna.play(50);

        assertEquals(ids + 1, anna.messages(MessageId.CLIENT_ID).size());
        assertEquals(0, anna.last(MessageId.CLIENT_ID).counter());
        assertTrue(new String(anna.last(MessageId.CONN_CLIENTS_LIST).body()).contains("Anna"));
    }

    @Test
    void shouldReportSixBlocksAfterTheBurstEvenWithoutAudio() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        assertEquals(List.of("0600"), peer.bodies(MessageId.JITT_BUF_SIZE));
        assertEquals(MessageId.JITT_BUF_SIZE, peer.messages.getLast().id());
    }

    @Test
    void shouldNotReportASizeTheClientSetItself() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayProperties(72, 1, 2, CODEC_OPUS, 1);
        peer.sayHex(MessageId.JITT_BUF_SIZE, "0400");
        rig.runFrames(2000);
        assertEquals(List.of("0600"), peer.bodies(MessageId.JITT_BUF_SIZE));
    }

    @Test
    void shouldListANewcomerWithoutANameUntilItIdentifiesItself() {
        final RawPeer first = new RawPeer(rig, 5000).connect();
        new RawPeer(rig, 5001).connect();
        assertEquals(List.of(""), first.bodies(MessageId.CONN_CLIENTS_LIST));

        first.say(MessageId.REQ_CONN_CLIENTS_LIST);
        rig.runFrames(5);
        final String nobody = "0000" + "00000000" + "00" + "00000000" + "0000" + "0000";
        assertEquals("00" + nobody + "01" + nobody, first.bodies(MessageId.CONN_CLIENTS_LIST).getLast());
    }

    @Test
    void shouldTellEverybodyOfANewInfoButNotOfAnEqualOne() {
        final RawPeer first = new RawPeer(rig, 5000).connect();
        final RawPeer second = new RawPeer(rig, 5001).connect();
        final String info = "5200 0a000000 02 0400 416e6e61 0500 4bc3b66c6e";
        first.sayHex(MessageId.CHANNEL_INFOS, info);
        rig.runFrames(5);
        assertEquals(2, first.messages(MessageId.CONN_CLIENTS_LIST).size());
        assertEquals(2, second.messages(MessageId.CONN_CLIENTS_LIST).size());

        first.sayHex(MessageId.CHANNEL_INFOS, info);
        rig.runFrames(40);
        assertEquals(2, second.messages(MessageId.CONN_CLIENTS_LIST).size());
        assertEquals(List.of(0, 1), first.messages(MessageId.ACKN).stream().map(TestClient.Message::counter).toList());

        first.sayHex(MessageId.CHANNEL_INFOS, info.replace(" 02 ", " 03 "));
        rig.runFrames(5);
        assertEquals(3, second.messages(MessageId.CONN_CLIENTS_LIST).size());
        assertTrue(second.bodies(MessageId.CONN_CLIENTS_LIST).getLast()
            .startsWith("00" + "5200" + "0a000000" + "03" + "00000000" + "0400416e6e61" + "05004bc3b66c6e" + "01"));
    }

    @Test
    void shouldIdentifyAClientThatSaysNothingAboutItself() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0000 0000");
        rig.runFrames(5);
        assertEquals(2, peer.messages(MessageId.CONN_CLIENTS_LIST).size());
    }
}
