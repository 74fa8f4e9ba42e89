package tutti.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.CodedSilence;
import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ChannelPan;
import tutti.protocol.ChatText;
import tutti.protocol.Frame;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;

/** A musician's client, as far as tests need one: acknowledges, answers, plays a tone and remembers what it hears. */
final class TestClient {

    /** A message the server sent. */
    record Message(long nanos, int id, int counter, byte[] body) {
        int u8(final int offset) {
            return body[offset] & 0xFF;
        }

        int u16(final int offset) {
            return u8(offset) | u8(offset + 1) << 8;
        }
    }

    private static final int SETTLING_BLOCKS = 100;

    final PeerAddress address;
    final List<Message> messages = new ArrayList<>();
    final List<byte[]> audio = new ArrayList<>();
    final String name;
    private final Rig rig;
    private final int channels;
    private final int frameSamples;
    private int factor;
    private final int codedBytes;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment encoder;
    private final MemorySegment pcm;
    private final MemorySegment coded;
    private final double cyclesPerSample;
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[4096]);
    boolean acknowledging = true;
    boolean sequenced = true;
    /** Whether what it plays is lost on the way. */
    boolean losing;
    /** Whether coded silence gets another last byte, at which no decoder looks. */
    boolean disguisingSilence;
    private double amplitude = 8000;
    private long phase;
    private int sequence;
    private int counter;

    TestClient(final Rig rig, final int port, final String name) {
        this(rig, port, name, 2, 128, 1, 71, 1000);
    }

    TestClient(final Rig rig, final int port, final String name, final int channels, final int frameSamples,
        final int factor, final int codedBytes, final double hertz) {
        this.rig = rig;
        this.name = name;
        this.channels = channels;
        this.frameSamples = frameSamples;
        this.factor = factor;
        this.codedBytes = codedBytes;
        address = Rig.address(port);
        cyclesPerSample = hertz / 48_000;
        encoder = arena.allocate(rig.codec.encoderStateBytes(), 64);
        pcm = arena.allocate(512, 64);
        coded = arena.allocate(2048, 64);
        rig.codec.resetEncoder(encoder.address(), frameSamples, channels, codedBytes);
        rig.listen(address, (to, datagram) -> onDatagram(datagram));
    }

    void setAmplitude(final double newAmplitude) {
        amplitude = newAmplitude;
    }

    /** Plays for some frames of 128 samples, turning the server's loop meanwhile. */
    void play(final int frames) {
        playTogether(rig, frames, this);
    }

    /** Several clients play at once for some frames of 128 samples. */
    static void playTogether(final Rig rig, final int frames, final TestClient... clients) {
        for (int frame = 0; frame < frames; frame++) {
            for (final TestClient client : clients) {
                client.playFrame(frame);
            }
            rig.runFrames(1);
        }
    }

    /** Sends the packets of one frame of 128 samples. */
    void playFrame(final int frame) {
        final int blocksPerFrame = 128 / frameSamples;
        if (factor > blocksPerFrame) {
            if (frame % (factor / blocksPerFrame) == 0) {
                sendBlocks(factor);
            }
        } else {
            for (int i = 0; i < blocksPerFrame / factor; i++) {
                sendBlocks(factor);
            }
        }
    }

    private void sendBlocks(final int blocks) {
        final int baseBytes = codedBytes + (sequenced ? 1 : 0);
        final byte[] datagram = new byte[baseBytes * blocks];
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < frameSamples; i++, phase++) {
                final short sample = (short) Math.round(amplitude * Math.sin(2 * Math.PI * cyclesPerSample * phase));
                for (int channel = 0; channel < channels; channel++) {
                    pcm.setAtIndex(ValueLayout.JAVA_SHORT, (long) i * channels + channel, sample);
                }
            }
            rig.codec.encode(encoder.address(), frameSamples, pcm.address(), coded.address(), codedBytes);
            if (disguisingSilence && CodedSilence.matches(coded.address(), codedBytes, channels)) {
                coded.set(ValueLayout.JAVA_BYTE, codedBytes - 1, (byte) 1);
            }
            MemorySegment.copy(coded, ValueLayout.JAVA_BYTE, 0, datagram, block * baseBytes, codedBytes);
            if (sequenced) {
                datagram[block * baseBytes + codedBytes] = (byte) sequence++;
            }
        }
        if (!losing) {
            rig.send(address, datagram);
        }
    }

    /** Sends a reliable message. */
    void send(final int id, final int bodyLength) {
        sendFramed(id, counter++ & 0xFF, bodyLength);
    }

    void sendFramed(final int id, final int messageCounter, final int bodyLength) {
        final int length = Frame.write(scratch, 0, id, messageCounter, bodyLength);
        final byte[] datagram = new byte[length];
        scratch.getBytes(0, datagram);
        rig.send(address, datagram);
    }

    void sendGain(final int channel, final int gain) {
        send(MessageId.CHANNEL_GAIN, ChannelGain.write(scratch, Frame.HEADER_LENGTH, channel, gain));
    }

    void sendPan(final int channel, final int pan) {
        send(MessageId.CHANNEL_PAN, ChannelPan.write(scratch, Frame.HEADER_LENGTH, channel, pan));
    }

    void sendChat(final String text) {
        send(MessageId.CHAT_TEXT, ChatText.write(scratch, Frame.HEADER_LENGTH, text));
    }

    void sendInfos(final String newName) {
        send(MessageId.CHANNEL_INFOS, ChannelInfo.write(scratch, Frame.HEADER_LENGTH, 82, 10, 2, newName, "Köln"));
    }

    void sendProperties() {
        send(MessageId.NETW_TRANSPORT_PROPS, TransportProperties.write(scratch, Frame.HEADER_LENGTH,
            codedBytes + (sequenced ? 1 : 0), factor, channels,
            frameSamples == 128 ? TransportProperties.CODEC_OPUS : TransportProperties.CODEC_OPUS64,
            sequenced ? 1 : 0));
    }

    /** Packs another number of blocks into each datagram from now on; what it hears after that is not decoded. */
    void changeFactor(final int newFactor) {
        factor = newFactor;
        sendProperties();
    }

    void sendPing() {
        sendFramed(MessageId.CLM_PING_MS, 0, Ping.write(scratch, Frame.HEADER_LENGTH, 4711));
    }

    /** Sends a connectionless message without a body. */
    void sendConnectionless(final int id) {
        sendFramed(id, 0, 0);
    }

    List<Message> messages(final int id) {
        return messages.stream().filter(message -> message.id() == id).toList();
    }

    Message last(final int id) {
        return messages(id).getLast();
    }

    int channelId() {
        return last(MessageId.CLIENT_ID).u8(0);
    }

    /**
     * What the client heard last.
     *
     * @param frames how many frames of 128 samples.
     * @return the samples, interleaved. The decoder ran for a while before, so that it has settled.
     */
    short[] heard(final int frames) {
        final MemorySegment decoder = arena.allocate(rig.codec.decoderStateBytes(), 64);
        rig.codec.resetDecoder(decoder.address(), frameSamples, channels);
        final int baseBytes = codedBytes + (sequenced ? 1 : 0);
        final int blockLength = frameSamples * channels;
        final int wanted = frames * 128 / frameSamples;
        final int available = audio.size() * factor;
        final short[] samples = new short[wanted * blockLength];
        for (int block = Math.max(0, available - wanted - SETTLING_BLOCKS); block < available; block++) {
            MemorySegment.copy(audio.get(block / factor), block % factor * baseBytes, coded, ValueLayout.JAVA_BYTE, 0,
                codedBytes);
            rig.codec.decode(decoder.address(), frameSamples, coded.address(), codedBytes, pcm.address());
            if (block >= available - wanted) {
                MemorySegment.copy(pcm, ValueLayout.JAVA_SHORT, 0, samples, (block - available + wanted) * blockLength,
                    blockLength);
            }
        }
        return samples;
    }

    private void onDatagram(final byte[] datagram) {
        final UnsafeBuffer received = new UnsafeBuffer(datagram);
        if (!Frame.isMessage(received, 0, datagram.length)) {
            audio.add(datagram);
            return;
        }
        final int id = Frame.id(received, 0);
        final byte[] body = new byte[Frame.bodyLength(received, 0)];
        received.getBytes(Frame.HEADER_LENGTH, body);
        messages.add(new Message(rig.clock.nanoTime(), id, Frame.counter(received, 0), body));
        if (id == MessageId.ACKN || MessageId.isConnectionless(id) || !acknowledging) {
            return;
        }
        sendFramed(MessageId.ACKN, Frame.counter(received, 0),
            Acknowledgement.write(scratch, Frame.HEADER_LENGTH, id));
        switch (id) {
            case MessageId.REQ_SPLIT_MESS_SUPPORT -> send(MessageId.SPLIT_MESS_SUPPORTED, 0);
            case MessageId.REQ_NETW_TRANSPORT_PROPS -> sendProperties();
            case MessageId.REQ_JITT_BUF_SIZE -> send(MessageId.JITT_BUF_SIZE,
                JitterBufferSize.write(scratch, Frame.HEADER_LENGTH, JitterBufferSize.AUTOMATIC));
            case MessageId.REQ_CHANNEL_INFOS -> sendInfos(name);
            default -> {
                // nothing to answer
            }
        }
    }
}
