package tutti.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.ChannelInfo;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.ReliableReceiver;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;

/** Somebody who sends exactly what a test tells them to, byte by byte, and at most acknowledges by itself. */
final class RawPeer {

    private static final byte[] GARBAGE = {(byte) 0xFF};

    final PeerAddress address;
    final List<TestClient.Message> messages = new ArrayList<>();
    final List<byte[]> audio = new ArrayList<>();
    boolean acknowledging = true;
    /** How long what it sends is on its way, in ns. */
    long travelNanos = Rig.TRAVEL_NANOS;
    private final Rig rig;
    private final ReliableReceiver inbox = new ReliableReceiver();
    private int channelId = -1;
    private int counter;

    RawPeer(final Rig rig, final PeerAddress address) {
        this.rig = rig;
        this.address = address;
        rig.listen(address, (to, datagram) -> hear(datagram));
    }

    RawPeer(final Rig rig, final int port) {
        this(rig, Rig.address(port));
    }

    /** Connects with a byte of garbage and acknowledges the opening burst. */
    RawPeer connect() {
        sendGarbage();
        rig.runFrames(10);
        return this;
    }

    void send(final byte[] datagram) {
        rig.network.schedule(rig.clock.nanoTime() + travelNanos, address, datagram);
    }

    /** Sends what is no message: a sign of life, or a stranger's first word. */
    void sendGarbage() {
        send(GARBAGE);
    }

    /** Sends a message with the next counter. */
    void say(final int id, final byte... body) {
        send(frame(id, counter++, body));
    }

    void sayHex(final int id, final String body) {
        say(id, HexFormat.of().parseHex(body.replace(" ", "")));
    }

    void sayProperties(final int baseBytes, final int factor, final int channels, final int codec, final int flags) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(body, 0, baseBytes, factor, channels, codec, flags);
        say(MessageId.NETW_TRANSPORT_PROPS, body.byteArray());
    }

    void acknowledge(final int id, final int messageCounter) {
        send(frame(MessageId.ACKN, messageCounter, (byte) id, (byte) (id >> 8)));
    }

    /** The datagram of a message. */
    static byte[] frame(final int id, final int messageCounter, final byte... body) {
        final UnsafeBuffer datagram = new UnsafeBuffer(new byte[Frame.OVERHEAD + body.length]);
        datagram.putBytes(Frame.bodyOffset(0), body);
        Frame.write(datagram, 0, id, messageCounter, body.length);
        return datagram.byteArray();
    }

    /** The body of a text message. */
    static byte[] text(final String text) {
        return text(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] text(final byte[] utf8) {
        final byte[] body = new byte[2 + utf8.length];
        body[0] = (byte) utf8.length;
        body[1] = (byte) (utf8.length >> 8);
        System.arraycopy(utf8, 0, body, 2, utf8.length);
        return body;
    }

    /** The body of a client's info about itself, with nothing but a name and a city. */
    static byte[] infos(final String name, final String city) {
        final byte[] first = text(name);
        final byte[] second = text(city);
        final byte[] body = new byte[ChannelInfo.NAME_FIELD_OFFSET + first.length + second.length];
        System.arraycopy(first, 0, body, ChannelInfo.NAME_FIELD_OFFSET, first.length);
        System.arraycopy(second, 0, body, ChannelInfo.NAME_FIELD_OFFSET + first.length, second.length);
        return body;
    }

    /** The body of a part of a split message. */
    static byte[] part(final int id, final int parts, final int index, final byte... data) {
        final byte[] body = Arrays.copyOf(new byte[] {(byte) id, (byte) (id >> 8), (byte) parts, (byte) index},
            4 + data.length);
        System.arraycopy(data, 0, body, 4, data.length);
        return body;
    }

    List<TestClient.Message> messages(final int id) {
        return messages.stream().filter(message -> message.id() == id).toList();
    }

    /** Bodies of all messages of an id, in hex. */
    List<String> bodies(final int id) {
        return messages(id).stream().map(message -> HexFormat.of().formatHex(message.body())).toList();
    }

    /** Texts of all chat messages. */
    List<String> chats() {
        return messages(MessageId.CHAT_TEXT).stream()
            .map(message -> new String(message.body(), 2, message.body().length - 2, StandardCharsets.UTF_8)).toList();
    }

    /** The channel id the peer believes to have, as a client does: a repeated message tells it nothing (spec 2.3). */
    int channelId() {
        return channelId;
    }

    int datagramsReceived() {
        return messages.size() + audio.size();
    }

    private void hear(final byte[] datagram) {
        final UnsafeBuffer received = new UnsafeBuffer(datagram);
        if (!Frame.isMessage(received, 0, datagram.length)) {
            audio.add(datagram);
            return;
        }
        final int id = Frame.id(received, 0);
        messages.add(new TestClient.Message(rig.clock.nanoTime(), id, Frame.counter(received, 0),
            Arrays.copyOfRange(datagram, Frame.HEADER_LENGTH, datagram.length - 2)));
        if (id != MessageId.ACKN && !MessageId.isConnectionless(id)) {
            if (id == MessageId.CLIENT_ID && !inbox.isDuplicate(id, Frame.counter(received, 0))) {
                channelId = messages.getLast().u8(0);
            }
            inbox.remember(id, Frame.counter(received, 0));
            if (acknowledging) {
                acknowledge(id, Frame.counter(received, 0));
            }
        }
    }
}
