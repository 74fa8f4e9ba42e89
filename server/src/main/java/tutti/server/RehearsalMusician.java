package tutti.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ChannelPan;
import tutti.protocol.Frame;
import tutti.protocol.LevelListRequest;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;
import tutti.protocol.TransportProperties;

/**
 * One of a {@link RehearsalBand}: as much of a client as it takes to be connected, on loopback where nothing gets lost
 * by itself.
 */
final class RehearsalMusician {

    private static final int LONGEST_MESSAGE = 256;

    /** Datagrams that a newcomer sends in another form than announced, as real clients may in their first moments. */
    private static final int EARLY_DATAGRAMS = 20;

    private final InetSocketAddress server;
    private final RehearsalPart part;
    private final ByteBuffer audio;
    private final ByteBuffer received = ByteBuffer.allocateDirect(Frame.OVERHEAD + Frame.MAX_BODY_LENGTH);
    private final UnsafeBuffer message = new UnsafeBuffer(received);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(LONGEST_MESSAGE);
    private final UnsafeBuffer frame = new UnsafeBuffer(outgoing);
    private final List<byte[]> heldUp = new ArrayList<>();
    private DatagramChannel socket;
    private int blocks;
    private int datagrams;
    private int messages;

    /**
     * Somebody who is about to {@link #join}.
     *
     * @param server where they play.
     * @param part what.
     */
    RehearsalMusician(final InetSocketAddress server, final RehearsalPart part) {
        this.server = server;
        this.part = part;
        audio = ByteBuffer.allocate(part.baseBytes() * part.blocksPerDatagram());
    }

    /** Comes, on a new socket. */
    void join() throws IOException {
        socket = DatagramChannel.open();
        socket.connect(server);
        socket.configureBlocking(false);
        audio.clear();
        heldUp.clear();
        messages = 0;
        datagrams = 0;
        send(MessageId.NETW_TRANSPORT_PROPS, messages++, TransportProperties.write(frame, Frame.HEADER_LENGTH,
            part.baseBytes(), part.blocksPerDatagram(), part.channels(), part.codec(),
            part.sequenced() ? TransportProperties.FLAGS_SEQUENCE_NUMBERS : 0));
    }

    /** Says goodbye and goes. */
    void leave() throws IOException {
        send(MessageId.CLM_DISCONNECTION, 0, 0);
        socket.close();
        socket = null;
    }

    /** Whether the musician has come and has not left. */
    boolean isThere() {
        return socket != null;
    }

    /** What becomes of a datagram on its way. */
    enum Fate {
        /** It arrives at once, after those that were held up. */
        ARRIVES,
        /** It is held up until another one arrives. */
        HELD_UP,
        /** It never arrives. */
        LOST
    }

    /**
     * Plays a frame of 2.667 ms.
     *
     * @param muted whether it is silent.
     * @param fate what becomes of its datagrams.
     */
    void play(final boolean muted, final Fate fate) throws IOException {
        for (int i = 0; i < part.blocksPerFrame(); i++) {
            audio.put(part.block(blocks, muted));
            if (part.sequenced()) {
                audio.put((byte) blocks);
            }
            blocks++;
            if (!audio.hasRemaining()) {
                dispatch(fate);
                audio.clear();
            }
        }
    }

    private void dispatch(final Fate fate) throws IOException {
        if (fate == Fate.HELD_UP) {
            heldUp.add(audio.array().clone());
        } else if (fate == Fate.ARRIVES) {
            for (final byte[] datagram : heldUp) {
                socket.write(ByteBuffer.wrap(datagram));
            }
            heldUp.clear();
            socket.write(datagrams < EARLY_DATAGRAMS ? audio.flip().limit(audio.limit() - 1) : audio.flip());
        }
        datagrams++;
    }

    /** Answers what has come. */
    void answer() throws IOException {
        while (socket.read(received.clear()) > 0) {
            if (Frame.isMessage(message, 0, received.position())) {
                reply(Frame.id(message, 0));
            }
        }
    }

    /** Asks how long the way is. */
    void ping(final int millis) throws IOException {
        send(MessageId.CLM_PING_MS, 0, Ping.write(frame, Frame.HEADER_LENGTH, millis));
    }

    /**
     * Moves somebody's fader and pan.
     *
     * @param channel whose.
     * @param gain see {@link ChannelGain}.
     * @param pan see {@link ChannelPan}.
     */
    void mix(final int channel, final int gain, final int pan) throws IOException {
        send(MessageId.CHANNEL_GAIN, messages++, ChannelGain.write(frame, Frame.HEADER_LENGTH, channel, gain));
        send(MessageId.CHANNEL_PAN, messages++, ChannelPan.write(frame, Frame.HEADER_LENGTH, channel, pan));
    }

    private void reply(final int id) throws IOException {
        if (id == MessageId.ACKN || MessageId.isConnectionless(id)) {
            return;
        }
        send(MessageId.ACKN, Frame.counter(message, 0), Acknowledgement.write(frame, Frame.HEADER_LENGTH, id));
        if (id == MessageId.REQ_SPLIT_MESS_SUPPORT) {
            send(MessageId.SPLIT_MESS_SUPPORTED, messages++, 0);
        } else if (id == MessageId.REQ_CHANNEL_INFOS) {
            send(MessageId.CHANNEL_INFOS, messages++,
                ChannelInfo.write(frame, Frame.HEADER_LENGTH, 0, 0, 0, "rehearsal", ""));
            send(MessageId.REQ_CHANNEL_LEVEL_LIST, messages++,
                LevelListRequest.write(frame, Frame.HEADER_LENGTH, true));
        }
    }

    private void send(final int id, final int counter, final int bodyLength) throws IOException {
        final int length = Frame.write(frame, 0, id, counter & 0xFF, bodyLength);
        socket.write(outgoing.clear().limit(length));
    }
}
