package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ClientId;
import tutti.protocol.ClientList;
import tutti.protocol.Frame;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.MessageId;
import tutti.protocol.ReliableSender;
import tutti.protocol.SplitPart;
import tutti.protocol.TransportProperties;
import tutti.protocol.Utf8Field;
import tutti.protocol.VersionAndOs;

/** Plays the server to one client, message by message. */
class ClientProtocolTest {

    private static final int CLIENTS = 3;
    private static final int SELF = 1;

    /** A frame that the client sent. */
    private record Sent(int id, int counter, byte[] body) {

        int acknowledgedId() {
            final Acknowledgement acknowledgement = new Acknowledgement();
            assertTrue(acknowledgement.wrap(new UnsafeBuffer(body), 0, body.length));
            return acknowledgement.messageId();
        }

        TransportProperties properties() {
            final TransportProperties properties = new TransportProperties();
            assertTrue(properties.wrap(new UnsafeBuffer(body), 0, body.length));
            return properties;
        }

        ChannelGain gain() {
            final ChannelGain gain = new ChannelGain();
            assertTrue(gain.wrap(new UnsafeBuffer(body), 0, body.length));
            return gain;
        }
    }

    private final List<Sent> outgoing = new ArrayList<>();
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[2000]);
    private int counter;
    private long now = 1_000;
    private ClientProtocol client = client(Faders.DEFAULT);

    private ClientProtocol client(final Faders faders) {
        return client(new GainPlan(faders, CLIENTS, 0));
    }

    private ClientProtocol client(final GainPlan gains) {
        return client(Identity.DEFAULT_BAND, gains);
    }

    private ClientProtocol client(final String band, final GainPlan gains) {
        final ByteBuffer memory = ByteBuffer.allocateDirect(ClientProtocol.memoryBytes());
        return new ClientProtocol(new Identity(band, SELF, 3), TonePlan.of(CLIENTS, 0),
                new StreamFormat(64, 2, 35, 2), gains, new UnsafeBuffer(memory), this::capture);
    }

    private boolean capture(final long address, final int length) {
        final UnsafeBuffer frame = new UnsafeBuffer(address, length);
        assertTrue(Frame.isMessage(frame, 0, length), "not a valid frame");
        final byte[] content = new byte[Frame.bodyLength(frame, 0)];
        frame.getBytes(Frame.bodyOffset(0), content);
        outgoing.add(new Sent(Frame.id(frame, 0), Frame.counter(frame, 0), content));
        return true;
    }

    private void serverSays(final int id, final int messageCounter, final int length) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Frame.OVERHEAD + length]);
        frame.putBytes(Frame.bodyOffset(0), body, 0, length);
        Frame.write(frame, 0, id, messageCounter, length);
        client.receive(frame, 0, now);
    }

    private void serverSays(final int id, final int length) {
        serverSays(id, counter++, length);
    }

    private void acknowledge(final Sent message) {
        serverSays(MessageId.ACKN, message.counter(), Acknowledgement.write(body, 0, message.id()));
    }

    /** Acknowledges everything until the client is quiet. {@return what it had to say but acknowledgements} */
    private List<Sent> acknowledgeAll() {
        final List<Sent> said = new ArrayList<>();
        while (!outgoing.isEmpty()) {
            final Sent next = outgoing.removeFirst();
            if (next.id() != MessageId.ACKN) {
                said.add(next);
                acknowledge(next);
            }
        }
        return said;
    }

    private static List<Integer> ids(final List<Sent> messages) {
        return messages.stream().map(Sent::id).toList();
    }

    private int clientList(final String... names) {
        final ClientList.Writer writer = new ClientList.Writer();
        writer.begin(body, 0);
        for (int channel = 0; channel < names.length; channel++) {
            final byte[] info = new byte[ChannelInfo.MAX_BODY_LENGTH];
            final int length = ChannelInfo.write(new UnsafeBuffer(info), 0, 0, 0, 0, names[channel], "");
            final ChannelInfo musician = new ChannelInfo();
            assertTrue(musician.wrap(new UnsafeBuffer(info), 0, length));
            writer.add(10 + channel, musician);
        }
        return writer.end();
    }

    @Test
    void sendsItsTransportPropertiesFirstAndAudioWithoutCounterBytes() {
        client.connect(now);
        assertEquals(List.of(MessageId.NETW_TRANSPORT_PROPS), ids(outgoing));
        final TransportProperties properties = outgoing.getFirst().properties();
        assertEquals(0, outgoing.getFirst().counter());
        assertEquals(35, properties.baseSize());
        assertEquals(2, properties.blockFactor());
        assertEquals(2, properties.channels());
        assertEquals(TransportProperties.CODEC_OPUS64, properties.codec());
        assertFalse(properties.hasSequenceNumbers());
        assertFalse(client.counterBytes());
        assertFalse(client.isConnected());
    }

    @Test
    void repeatsTheFirstMessageUntilTheServerKnowsItAndKeepsTheRestBack() {
        client.connect(now);
        serverSays(MessageId.REQ_CHANNEL_INFOS, 0);
        client.transmit(now + ReliableSender.RETRANSMISSION_NANOS - 1);
        assertEquals(List.of(MessageId.NETW_TRANSPORT_PROPS, MessageId.ACKN), ids(outgoing));
        client.transmit(now + ReliableSender.RETRANSMISSION_NANOS);
        assertEquals(List.of(MessageId.NETW_TRANSPORT_PROPS, MessageId.ACKN, MessageId.NETW_TRANSPORT_PROPS),
                ids(outgoing));
        assertEquals(0, outgoing.getLast().counter());
        acknowledge(outgoing.getLast());
        assertEquals(MessageId.CHANNEL_INFOS, outgoing.getLast().id());
        assertEquals(1, outgoing.getLast().counter());
    }

    @Test
    void answersWhatItIsAsked() {
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 7));
        serverSays(MessageId.REQ_SPLIT_MESS_SUPPORT, 0);
        serverSays(MessageId.REQ_NETW_TRANSPORT_PROPS, 0);
        serverSays(MessageId.REQ_JITT_BUF_SIZE, 0);
        serverSays(MessageId.REQ_CHANNEL_INFOS, 0);
        final List<Sent> said = acknowledgeAll();
        assertEquals(List.of(MessageId.SPLIT_MESS_SUPPORTED, MessageId.NETW_TRANSPORT_PROPS, MessageId.JITT_BUF_SIZE,
                MessageId.CHANNEL_INFOS), ids(said));
        final JitterBufferSize size = new JitterBufferSize();
        assertTrue(size.wrap(new UnsafeBuffer(said.get(2).body()), 0, said.get(2).body().length));
        assertTrue(size.isAutomatic());
        final ChannelInfo info = new ChannelInfo();
        assertTrue(info.wrap(new UnsafeBuffer(said.get(3).body()), 0, said.get(3).body().length));
        assertEquals("Tone 002", info.name().toString());
    }

    @Test
    void acknowledgesEverythingWithItsOwnCounterEvenWhatItDoesNotKnow() {
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 7));
        serverSays(MessageId.RECORDER_STATE, 0);
        serverSays(99, 5);
        assertEquals(List.of(MessageId.ACKN, MessageId.ACKN, MessageId.ACKN), ids(outgoing));
        assertEquals(List.of(0, 1, 2), outgoing.stream().map(Sent::counter).toList());
        assertEquals(List.of(MessageId.CLIENT_ID, MessageId.RECORDER_STATE, 99),
                outgoing.stream().map(Sent::acknowledgedId).toList());
    }

    @Test
    void aRepeatedMessageIsAcknowledgedAgainButNotAnsweredAgain() {
        serverSays(MessageId.REQ_CHANNEL_INFOS, 4, 0);
        serverSays(MessageId.REQ_CHANNEL_INFOS, 4, 0);
        assertEquals(2, ids(outgoing).stream().filter(id -> id == MessageId.ACKN).count());
        assertEquals(1, acknowledgeAll().size());
    }

    @Test
    void switchesTheCounterBytesOnAtVersion360AndSaysSo() {
        serverSays(MessageId.VERSION_AND_OS, VersionAndOs.write(body, 0, VersionAndOs.OS_LINUX, "3.5.12"));
        assertFalse(client.counterBytes());
        assertTrue(acknowledgeAll().isEmpty());
        serverSays(MessageId.VERSION_AND_OS, VersionAndOs.write(body, 0, VersionAndOs.OS_LINUX, "3.6.0dev-x"));
        assertTrue(client.counterBytes());
        final List<Sent> said = acknowledgeAll();
        assertEquals(List.of(MessageId.NETW_TRANSPORT_PROPS), ids(said));
        assertEquals(36, said.getFirst().properties().baseSize());
        assertTrue(said.getFirst().properties().hasSequenceNumbers());
    }

    @Test
    void introducesItselfAgainAfterTheFirstAudioAndOnlyThen() {
        client.audioArrived(now);
        client.audioArrived(now);
        assertEquals(List.of(MessageId.CHANNEL_INFOS, MessageId.REQ_CONN_CLIENTS_LIST, MessageId.JITT_BUF_SIZE,
                MessageId.REQ_CHANNEL_LEVEL_LIST), ids(acknowledgeAll()));
    }

    @Test
    void isSettledWhenItHasAChannelAndAudioAndEverythingIsAcknowledged() {
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 7));
        assertFalse(client.isConnected());
        client.audioArrived(now);
        assertTrue(client.isConnected());
        assertFalse(client.isSettled());
        acknowledgeAll();
        assertTrue(client.isSettled());
    }

    @Test
    void withDefaultFadersAListCausesNothing() {
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 001", "Tone 002", "Tone 003"));
        assertTrue(acknowledgeAll().isEmpty());
    }

    @Test
    void withDistinctFadersItSetsEveryOtherToneOnceAsTheListNamesIt() {
        client = client(Faders.DISTINCT);
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 11));
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 003", "Tone 002", "stranger"));
        client.audioArrived(now);
        final List<Sent> first = acknowledgeAll();
        assertEquals(MessageId.CHANNEL_GAIN, first.getFirst().id());
        assertEquals(10, first.getFirst().gain().channelId());
        assertEquals(Faders.DISTINCT.wireGain(SELF, 2, CLIENTS), first.getFirst().gain().gain());
        assertEquals(1, ids(first).stream().filter(id -> id == MessageId.CHANNEL_GAIN).count());
        assertFalse(client.isSettled(), "tone 001 is not there yet");

        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 003", "Tone 002", "stranger", "Tone 001"));
        final List<Sent> second = acknowledgeAll();
        assertEquals(List.of(MessageId.CHANNEL_GAIN), ids(second));
        assertEquals(13, second.getFirst().gain().channelId());
        assertEquals(Faders.DISTINCT.wireGain(SELF, 0, CLIENTS), second.getFirst().gain().gain());
        assertTrue(client.isSettled());
    }

    @Test
    void mutesThoseWhoMeasureLatencyAndNobodyElse() {
        client = client(new GainPlan(Faders.DEFAULT, CLIENTS, 1));
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 11));
        client.audioArrived(now);
        acknowledgeAll();
        assertFalse(client.isSettled());
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 003", "Tone 001"));
        final List<Sent> said = acknowledgeAll();
        assertEquals(List.of(MessageId.CHANNEL_GAIN), ids(said));
        assertEquals(11, said.getFirst().gain().channelId());
        assertEquals(0, said.getFirst().gain().gain());
        assertTrue(client.isSettled());
    }

    @Test
    void aBandHasItsOwnNamesAndMutesStrangersOnceEach() {
        client = client("Wind", new GainPlan(Faders.DEFAULT, CLIENTS, 0));
        serverSays(MessageId.REQ_CHANNEL_INFOS, 0);
        final Sent said = acknowledgeAll().getFirst();
        final ChannelInfo info = new ChannelInfo();
        assertTrue(info.wrap(new UnsafeBuffer(said.body()), 0, said.body().length));
        assertEquals("Wind 002", info.name().toString());
        assertEquals("Visit 3", info.city().toString());
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 11));

        assertEquals(List.of(10, 13), muted("Tone 001", "Wind 002", "Wind 001", "Anna"));
        assertEquals(List.of(), muted("Tone 001", "Wind 002", "Wind 001", "Anna"));
        assertEquals(List.of(13), muted("Tone 001", "Wind 002", "Wind 001", "Berta"), "another one on the channel");
        assertEquals(List.of(), muted("Tone 001", "Wind 002"));
        assertEquals(List.of(13), muted("Tone 001", "Wind 002", "Wind 001", "Berta"), "it has been away");
    }

    @Test
    void oneOfItsOwnBandIsUnmutedWhenItsNameIsKnown() {
        client = client("Wind", new GainPlan(Faders.DEFAULT, CLIENTS, 0));
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 11));
        assertEquals(List.of(12), muted("Wind 003", "Wind 002", ""));
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Wind 003", "Wind 002", "Wind 001"));
        final List<Sent> said = acknowledgeAll();
        assertEquals(List.of(MessageId.CHANNEL_GAIN), ids(said));
        assertEquals(12, said.getFirst().gain().channelId());
        assertEquals(Faders.DEFAULT.wireGain(SELF, 0, CLIENTS), said.getFirst().gain().gain());
        assertEquals(List.of(), muted("Wind 003", "Wind 002", "Wind 001"));
    }

    /** {@return the channels that a list makes the client mute} */
    private List<Integer> muted(final String... names) {
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList(names));
        final List<Sent> said = acknowledgeAll();
        assertTrue(said.stream().allMatch(message -> message.gain().gain() == 0));
        return said.stream().map(message -> message.gain().channelId()).toList();
    }

    @Test
    void setsTheFaderAgainWhenAChannelChangesHandsOrTheServerStartsAnew() {
        client = client(Faders.DISTINCT);
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 001", "Tone 002"));
        acknowledgeAll();
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 003", "Tone 002"));
        assertEquals(List.of(MessageId.CHANNEL_GAIN), ids(acknowledgeAll()));
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 11));
        serverSays(MessageId.CONN_CLIENTS_LIST, clientList("Tone 003", "Tone 002"));
        assertEquals(List.of(MessageId.CHANNEL_GAIN), ids(acknowledgeAll()));
    }

    @Test
    void readsAListThatComesInParts() {
        client = client(Faders.DISTINCT);
        final int length = clientList("Tone 003", "Tone 002", "Tone 001");
        final byte[] list = new byte[length];
        body.getBytes(0, list);
        final UnsafeBuffer source = new UnsafeBuffer(list);
        serverSays(MessageId.SPLIT_CONTAINER,
                SplitPart.write(body, 0, MessageId.CONN_CLIENTS_LIST, 2, 0, source, 0, 20));
        serverSays(MessageId.SPLIT_CONTAINER,
                SplitPart.write(body, 0, MessageId.CONN_CLIENTS_LIST, 2, 1, source, 20, length - 20));
        assertEquals(List.of(MessageId.CHANNEL_GAIN, MessageId.CHANNEL_GAIN), ids(acknowledgeAll()));
    }

    @Test
    void countsServerFullAndNoticesWhenTheServerEndsTheSession() {
        serverSays(MessageId.CLM_SERVER_FULL, 0, 0);
        serverSays(MessageId.CLM_SERVER_FULL, 0, 0);
        assertEquals(2, client.serverFullReplies());
        serverSays(MessageId.CLIENT_ID, ClientId.write(body, 0, 7));
        client.audioArrived(now);
        assertTrue(client.isConnected());
        serverSays(MessageId.CLM_DISCONNECTION, 0, 0);
        assertTrue(client.serverLeft());
        assertFalse(client.isConnected());
    }

    @Test
    void saysFarewellWithoutACounter() {
        client.sayFarewell();
        assertEquals(List.of(MessageId.CLM_DISCONNECTION), ids(outgoing));
        assertEquals(0, outgoing.getFirst().counter());
        assertEquals(0, outgoing.getFirst().body().length);
    }

    @Test
    void malformedMessagesAreAcknowledgedAndOtherwiseIgnored() {
        client = client(Faders.DISTINCT);
        final int length = clientList("Tone 001", "Tone 003");
        serverSays(MessageId.CONN_CLIENTS_LIST, length - 1);
        serverSays(MessageId.CLIENT_ID, 0);
        body.setMemory(0, Utf8Field.PREFIX_LENGTH + 1, (byte) 0xFF);
        serverSays(MessageId.VERSION_AND_OS, Utf8Field.PREFIX_LENGTH + 1);
        assertEquals(List.of(MessageId.ACKN, MessageId.ACKN, MessageId.ACKN), ids(outgoing));
        assertFalse(client.counterBytes());
    }
}
