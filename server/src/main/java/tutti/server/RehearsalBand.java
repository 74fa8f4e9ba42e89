package tutti.server;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.OpusCodec;
import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;
import tutti.protocol.TransportProperties;

/**
 * The musicians of a {@link Rehearsal}: as much of a client as it takes to be connected, on loopback where nothing is
 * lost. All play a tone they have coded beforehand; some move faders and ping.
 */
final class RehearsalBand implements AutoCloseable {

    private static final int CODED_FRAMES = 64;
    private static final int CODED_BYTES = 71;
    private static final int DATAGRAM_BYTES = CODED_BYTES + 1;
    private static final int FRAMES_PER_FADER_MOVE = 40;
    private static final int FRAMES_PER_PING = 7;

    private final DatagramChannel[] musicians;
    private final int[] counters;
    private final boolean[] announced;
    private final ByteBuffer audio = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
    private final byte[][] coded;
    private final ByteBuffer received = ByteBuffer.allocateDirect(Frame.OVERHEAD + Frame.MAX_BODY_LENGTH);
    private final UnsafeBuffer message = new UnsafeBuffer(received);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(256);
    private final UnsafeBuffer answer = new UnsafeBuffer(outgoing);
    private int frame;

    private RehearsalBand(final DatagramChannel[] musicians, final byte[][] coded) {
        this.musicians = musicians;
        this.coded = coded;
        counters = new int[musicians.length];
        announced = new boolean[musicians.length];
    }

    /**
     * Opens a socket for each musician.
     *
     * @param address the stage's address.
     * @param port its port.
     * @param size number of musicians.
     * @param codec codes what they play.
     * @throws IOException when a socket cannot be opened.
     */
    static RehearsalBand open(final InetAddress address, final int port, final int size, final OpusCodec codec)
        throws IOException {
        final DatagramChannel[] musicians = new DatagramChannel[size];
        for (int i = 0; i < size; i++) {
            musicians[i] = DatagramChannel.open();
            musicians[i].connect(new InetSocketAddress(address, port));
            musicians[i].configureBlocking(false);
        }
        return new RehearsalBand(musicians, code(codec));
    }

    /** Everybody plays a frame of 2.667 ms and answers what has come. */
    void playFrame() throws IOException {
        for (int musician = 0; musician < musicians.length; musician++) {
            if (!announced[musician]) {
                announced[musician] = true;
                sendProperties(musician);
            }
            audio.clear().put(coded[(frame + musician) % CODED_FRAMES]).put((byte) frame).flip();
            musicians[musician].write(audio);
            if ((frame + musician) % FRAMES_PER_PING == 0) {
                send(musician, MessageId.CLM_PING_MS, 0, Ping.write(answer, Frame.HEADER_LENGTH, frame));
            }
            if (musician % 2 == 0 && (frame + musician) % FRAMES_PER_FADER_MOVE == 0) {
                send(musician, MessageId.CHANNEL_GAIN, counters[musician]++, ChannelGain.write(answer,
                    Frame.HEADER_LENGTH, frame % musicians.length, ChannelGain.UNITY - frame % 100));
            }
            while (musicians[musician].read(received.clear()) > 0) {
                answer(musician, received.position());
            }
        }
        frame++;
    }

    private void answer(final int musician, final int length) throws IOException {
        if (!Frame.isMessage(message, 0, length)) {
            return;
        }
        final int id = Frame.id(message, 0);
        if (id == MessageId.ACKN || MessageId.isConnectionless(id)) {
            return;
        }
        send(musician, MessageId.ACKN, Frame.counter(message, 0),
            Acknowledgement.write(answer, Frame.HEADER_LENGTH, id));
        if (id == MessageId.REQ_CHANNEL_INFOS) {
            send(musician, MessageId.CHANNEL_INFOS, counters[musician]++,
                ChannelInfo.write(answer, Frame.HEADER_LENGTH, 0, 0, 0, "rehearsal", ""));
        }
    }

    private void sendProperties(final int musician) throws IOException {
        send(musician, MessageId.NETW_TRANSPORT_PROPS, counters[musician]++,
            TransportProperties.write(answer, Frame.HEADER_LENGTH, DATAGRAM_BYTES, 1, 2,
                TransportProperties.CODEC_OPUS, TransportProperties.FLAGS_SEQUENCE_NUMBERS));
    }

    private void send(final int musician, final int id, final int counter, final int bodyLength) throws IOException {
        final int length = Frame.write(answer, 0, id, counter & 0xFF, bodyLength);
        musicians[musician].write(outgoing.clear().limit(length));
    }

    private static byte[][] code(final OpusCodec codec) {
        final byte[][] frames = new byte[CODED_FRAMES][CODED_BYTES];
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment encoder = arena.allocate(codec.encoderStateBytes(), 64);
            final MemorySegment pcm = arena.allocate(TalkerDecoder.PCM_BYTES, 64);
            final MemorySegment block = arena.allocate(CODED_BYTES);
            codec.resetEncoder(encoder.address(), StreamFormat.FRAME_SAMPLES, 2, CODED_BYTES);
            for (int i = 0; i < CODED_FRAMES; i++) {
                for (int sample = 0; sample < 2 * StreamFormat.FRAME_SAMPLES; sample++) {
                    pcm.setAtIndex(ValueLayout.JAVA_SHORT, sample,
                        (short) (1000 * Math.sin(0.05 * (i * StreamFormat.FRAME_SAMPLES + sample / 2))));
                }
                codec.encode(encoder.address(), StreamFormat.FRAME_SAMPLES, pcm.address(), block.address(),
                    CODED_BYTES);
                MemorySegment.copy(block, ValueLayout.JAVA_BYTE, 0, frames[i], 0, CODED_BYTES);
            }
        }
        return frames;
    }

    @Override
    public void close() throws IOException {
        for (final DatagramChannel musician : musicians) {
            musician.close();
        }
    }
}
