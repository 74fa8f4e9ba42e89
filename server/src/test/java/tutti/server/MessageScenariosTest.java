package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/** What the server answers to messages, as the specification states it of the examined server. */
class MessageScenariosTest {

    private static final String WELCOME_PREFIX = "<b>Server Welcome Message:</b> ";
    private static final int LONGEST_WELCOME = 1600;
    private static final int PART_BYTES = 550;

    private final Rig rig = new Rig(150);

    private RawPeer named(final int port, final String name) {
        final RawPeer peer = new RawPeer(rig, port).connect();
        peer.say(MessageId.CHANNEL_INFOS, RawPeer.infos(name, ""));
        rig.runFrames(3);
        return peer;
    }

    private String time() {
        return new SimpleDateFormat("hh:mm:ss a", Locale.US).format(new Date(rig.clock.time()));
    }

    @Test
    void shouldRelayChatEscapedToEverybodyTheSpeakerIncluded() {
        final RawPeer speaker = named(5000, "n");
        final RawPeer other = named(5001, "<&\">");
        speaker.say(MessageId.CHAT_TEXT, RawPeer.text("<b>&\"'x"));
        rig.runFrames(3);
        final String expected =
            "<font color=\"mediumblue\">(" + time() + ") <b>n</b></font> &lt;b&gt;&amp;&quot;'x";
        assertEquals(List.of(expected), speaker.chats());
        assertEquals(List.of(expected), other.chats());

        other.say(MessageId.CHAT_TEXT, RawPeer.text(""));
        rig.runFrames(3);
        assertEquals("<font color=\"red\">(" + time() + ") <b>&lt;&amp;&quot;&gt;</b></font> ",
            speaker.chats().getLast());
    }

    @Test
    void shouldColourChatByTheChannel() {
        final List<String> colours =
            List.of("mediumblue", "red", "darkorchid", "green", "maroon", "coral", "mediumblue");
        final RawPeer first = named(5000, "");
        first.say(MessageId.CHAT_TEXT, RawPeer.text("x"));
        for (int channel = 1; channel < colours.size(); channel++) {
            named(5000 + channel, "").say(MessageId.CHAT_TEXT, RawPeer.text("x"));
        }
        rig.runFrames(3);
        assertEquals(colours, first.chats().stream().map(chat -> chat.split("\"")[1]).toList());
    }

    @Test
    void shouldRelayTheLongestChatAndRefuseALongerOne() {
        final RawPeer peer = named(5000, "n");
        peer.say(MessageId.CHAT_TEXT, RawPeer.text("é".repeat(1800)));
        rig.runFrames(3);
        assertTrue(peer.chats().getLast().endsWith("> " + "é".repeat(1800)));
        peer.say(MessageId.CHAT_TEXT, RawPeer.text("x".repeat(1801)));
        rig.runFrames(3);
        assertEquals(1, peer.chats().size());
        assertEquals(1, rig.count(Counter.REFUSED_BAD_BODY));
    }

    @Test
    void shouldCutAWelcomeMessageAndSendItUnescapedWithItsPrefix() {
        final String welcome = "Hello <i>there</i> ";
        final RawPeer peer = new RawPeer(new Rig(10, welcome + "x".repeat(LONGEST_WELCOME)), 5000).connect();
        assertEquals(List.of(WELCOME_PREFIX + welcome + "x".repeat(LONGEST_WELCOME - welcome.length())), peer.chats());
    }

    @Test
    void shouldSplitLongMessagesForAClientThatUnderstandsParts() {
        final RawPeer speaker = named(5000, "n");
        final RawPeer modern = named(5001, "m");
        modern.say(MessageId.SPLIT_MESS_SUPPORTED);
        speaker.say(MessageId.CHAT_TEXT, RawPeer.text("y".repeat(1100)));
        rig.runFrames(3);

        final List<byte[]> parts =
            modern.messages(MessageId.SPLIT_CONTAINER).stream().map(TestClient.Message::body).toList();
        assertEquals(3, parts.size());
        final StringBuilder joined = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            assertEquals(List.of((byte) MessageId.CHAT_TEXT, (byte) 0, (byte) 3, (byte) i),
                List.of(parts.get(i)[0], parts.get(i)[1], parts.get(i)[2], parts.get(i)[3]));
            assertTrue(parts.get(i).length == 4 + PART_BYTES || i == 2);
            joined.append(new String(parts.get(i), 4, parts.get(i).length - 4, StandardCharsets.ISO_8859_1));
        }
        assertEquals(speaker.chats().getLast(), joined.substring(2));
        assertEquals(0, modern.chats().size());
    }

    @Test
    void shouldAnswerAQuestionForSplitSupportAndSplitFromThenOn() {
        final RawPeer peer = named(5000, "n");
        peer.say(MessageId.REQ_SPLIT_MESS_SUPPORT);
        rig.runFrames(2);
        assertEquals(List.of(""), peer.bodies(MessageId.SPLIT_MESS_SUPPORTED));
        peer.say(MessageId.CHAT_TEXT, RawPeer.text("y".repeat(1100)));
        rig.runFrames(3);
        assertEquals(3, peer.messages(MessageId.SPLIT_CONTAINER).size());
    }

    @Test
    void shouldJoinPartsOfAnyLengths() {
        final RawPeer peer = named(5000, "n");
        final byte[] body = RawPeer.text("in three parts");
        sayPart(peer, 3, 0, Arrays.copyOfRange(body, 0, 3));
        sayPart(peer, 3, 1, Arrays.copyOfRange(body, 3, 4));
        sayPart(peer, 3, 2, Arrays.copyOfRange(body, 4, body.length));
        rig.runFrames(3);
        assertTrue(peer.chats().getLast().endsWith("> in three parts"));
    }

    @Test
    void shouldGiveUpPartsWhenTheirOrderIsBrokenOrAnotherMessageComesBetween() {
        final RawPeer peer = named(5000, "n");
        final byte[] body = RawPeer.text("in two parts");
        final byte[] front = Arrays.copyOfRange(body, 0, 5);
        final byte[] rest = Arrays.copyOfRange(body, 5, body.length);
        sayPart(peer, 2, 0, front);
        peer.say(MessageId.CHANNEL_GAIN, (byte) 0, (byte) 0, (byte) 0x80);
        sayPart(peer, 2, 1, rest);
        rig.runFrames(3);
        assertEquals(0, peer.chats().size());

        sayPart(peer, 2, 0, front);
        sayPart(peer, 2, 0, front);
        sayPart(peer, 2, 1, rest);
        rig.runFrames(3);
        assertEquals(0, peer.chats().size());

        sayPart(peer, 2, 0, front);
        sayPart(peer, 2, 1, rest);
        rig.runFrames(3);
        assertEquals(1, peer.chats().size());
        assertEquals(7, peer.bodies(MessageId.ACKN).stream().filter(id -> id.equals("d107")).count());
    }

    private static void sayPart(final RawPeer peer, final int parts, final int index, final byte[] data) {
        peer.say(MessageId.SPLIT_CONTAINER, RawPeer.part(MessageId.CHAT_TEXT, parts, index, data));
    }

    @Test
    void shouldAcknowledgeARepeatedMessageAgainButCarryItOutOnce() {
        final RawPeer peer = named(5000, "n");
        final byte[] chat = RawPeer.frame(MessageId.CHAT_TEXT, 77, RawPeer.text("once"));
        peer.send(chat);
        peer.send(chat);
        rig.runFrames(200);
        peer.send(chat);
        rig.runFrames(3);
        assertEquals(1, peer.chats().size());
        assertEquals(3, peer.messages(MessageId.ACKN).stream().filter(ackn -> ackn.counter() == 77).count());
        assertEquals(2, rig.count(Counter.REFUSED_DUPLICATE));
    }

    @Test
    void shouldCarryOutAnOlderMessageAgainThatComesAfterAnother() {
        final RawPeer peer = named(5000, "n");
        peer.send(RawPeer.frame(MessageId.CHAT_TEXT, 77, RawPeer.text("a")));
        peer.send(RawPeer.frame(MessageId.CHAT_TEXT, 78, RawPeer.text("b")));
        peer.send(RawPeer.frame(MessageId.CHAT_TEXT, 77, RawPeer.text("c")));
        rig.runFrames(3);
        assertEquals(3, peer.chats().size());
    }

    /** Spec 3.5, and the ids that are obsolete or that only servers send. */
    @ParameterizedTest
    @CsvSource({"10, 1600", "10, 05", "10, 0000", "13, 0100", "30, 01", "99, 01", "25, 00", "18, 0500aabb",
        "18, 0000ff", "20, 09000000010001 80bb0000 0200 0000 00000000",
        "20, 2d000000030001 80bb0000 0200 0000 00000000",
        "20, 2d000000010001 80bb0000 0000 0000 00000000", "20, 2d000000010003 80bb0000 0200 0000 00000000", "12, 01",
        "14, 00", "22, 00", "24, 00", "26, 00", "27, 01", "31, 0001", "32, 05", "33, 01", "11, ''", "23, ''", "28, 01",
        "2001, 010203"})
    void shouldAcknowledgeWhatItCannotUseAndDoNothingElse(final int id, final String body) {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        final int before = peer.messages.size();
        peer.sayHex(id, body);
        rig.runFrames(3);
        assertEquals(before + 1, peer.messages.size());
        assertEquals(MessageId.ACKN, peer.messages.getLast().id());
        assertEquals(id, peer.messages.getLast().u16(0));
    }

    @Test
    void shouldIgnoreBytesInAMessageDefinedAsEmpty() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayHex(MessageId.REQ_CONN_CLIENTS_LIST, "010203");
        rig.runFrames(3);
        assertEquals(2, peer.messages(MessageId.CONN_CLIENTS_LIST).size());
    }

    @Test
    void shouldStateTheStreamItKnowsWhenAskedForIt() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.say(MessageId.REQ_NETW_TRANSPORT_PROPS);
        rig.runFrames(2);
        assertEquals("0a000000" + "0100" + "01" + "80bb0000" + "0000" + "0000" + "00000000",
            peer.bodies(MessageId.NETW_TRANSPORT_PROPS).getLast());
        peer.sayProperties(74, 2, 2, 3, 1);
        peer.say(MessageId.REQ_NETW_TRANSPORT_PROPS);
        rig.runFrames(2);
        assertEquals("4a000000" + "0200" + "02" + "80bb0000" + "0300" + "0100" + "00000000",
            peer.bodies(MessageId.NETW_TRANSPORT_PROPS).getLast());
    }

    @Test
    void shouldAnswerTheObsoleteCodecWithOpusAndChangeNothing() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayProperties(45, 1, 1, 1, 0);
        peer.say(MessageId.REQ_NETW_TRANSPORT_PROPS);
        rig.runFrames(3);
        assertEquals(List.of(""), peer.bodies(MessageId.OPUS_SUPPORTED));
        assertTrue(peer.bodies(MessageId.NETW_TRANSPORT_PROPS).getLast().startsWith("0a000000"));
    }

    @Test
    void shouldAnswerConnectionlessRequestsOfAnybody() {
        final Rig welcoming = new Rig(10, "Hi");
        final RawPeer stranger = new RawPeer(welcoming, 5000);
        new RawPeer(welcoming, 5001).connect();
        stranger.sayHex(MessageId.CLM_PING_MS, "e8030000");
        stranger.sayHex(MessageId.CLM_PING_MS_WITHNUMCLIENTS, "e803000000");
        stranger.say(MessageId.CLM_REQ_VERSION_AND_OS);
        stranger.say(MessageId.CLM_REQ_CONN_CLIENTS_LIST);
        stranger.say(MessageId.CLM_REQ_SERVER_FEATURES);
        stranger.say(MessageId.CLM_REQ_WELCOME_MESSAGE);
        welcoming.runFrames(2);

        assertEquals(List.of(MessageId.CLM_PING_MS, MessageId.CLM_PING_MS_WITHNUMCLIENTS, MessageId.CLM_VERSION_AND_OS,
            MessageId.CLM_CONN_CLIENTS_LIST, MessageId.CLM_SERVER_FEATURES, MessageId.CLM_WELCOME_MESSAGE),
            stranger.messages.stream().map(TestClient.Message::id).toList());
        assertTrue(stranger.messages.stream().skip(1).allMatch(message -> message.counter() == 0));
        assertEquals(List.of("e8030000"), stranger.bodies(MessageId.CLM_PING_MS));
        assertEquals(List.of("e803000001"), stranger.bodies(MessageId.CLM_PING_MS_WITHNUMCLIENTS));
        assertTrue(new String(stranger.messages(MessageId.CLM_VERSION_AND_OS).getFirst().body(), 3, 6,
            StandardCharsets.US_ASCII).matches("\\d+\\.\\d+\\.\\d+"));
        assertEquals(List.of("00" + "00".repeat(15)), stranger.bodies(MessageId.CLM_CONN_CLIENTS_LIST));
        assertEquals(List.of("00010000"), stranger.bodies(MessageId.CLM_SERVER_FEATURES));
        assertEquals(List.of("02004869"), stranger.bodies(MessageId.CLM_WELCOME_MESSAGE));
        assertEquals(1, welcoming.count(Counter.CLIENTS));
    }

    /** What directories send or get, what only servers say, and 1008, which would have it write to others. */
    @ParameterizedTest
    @ValueSource(ints = {1003, 1004, 1005, 1006, 1007, 1008, 1009, 1011, 1013, 1015, 1016, 1017, 1018, 1019, 1021,
        1500})
    void shouldNotReactToOtherConnectionlessMessages(final int id) {
        final RawPeer stranger = new RawPeer(rig, 5000);
        stranger.sayHex(id, "077100cb7656");
        rig.runFrames(100);
        assertEquals(0, stranger.datagramsReceived());
    }

    @Test
    void shouldTellAMusicianWhoMutesThemUntilTheMuterIdHasANewOwner() {
        final RawPeer source = new RawPeer(rig, 5000).connect();
        final RawPeer listener = new RawPeer(rig, 5001).connect();
        sayGain(listener, 0);
        sayGain(listener, 1);
        sayGain(listener, 0xFFFF);
        sayGain(listener, 0);
        sayGain(listener, 0);
        assertEquals(List.of("0101", "0100", "0101"), source.bodies(MessageId.MUTE_STATE_CHANGED));

        listener.say(MessageId.CLM_DISCONNECTION);
        rig.runFrames(5);
        assertEquals(3, source.messages(MessageId.MUTE_STATE_CHANGED).size());
        new RawPeer(rig, 5002).connect();
        assertEquals(List.of("0101", "0100", "0101", "0100"), source.bodies(MessageId.MUTE_STATE_CHANGED));
    }

    @Test
    void shouldTellAMusicianWhoMutesThemself() {
        final RawPeer source = new RawPeer(rig, 5000).connect();
        sayGain(source, 0);
        assertEquals(List.of("0001"), source.bodies(MessageId.MUTE_STATE_CHANGED));
    }

    private void sayGain(final RawPeer listener, final int gain) {
        listener.say(MessageId.CHANNEL_GAIN, (byte) 0, (byte) gain, (byte) (gain >> 8));
        rig.runFrames(3);
    }
}
