package tutti.harness.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;

import tutti.protocol.Acknowledgement;
import tutti.protocol.ChannelGain;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ChannelLevels;
import tutti.protocol.ChannelPan;
import tutti.protocol.ChatText;
import tutti.protocol.Frame;
import tutti.protocol.JitterBufferSize;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;
import tutti.protocol.PingWithClients;
import tutti.protocol.TransportProperties;

/**
 * A mix of the messages that a playing server sees most, in an order that no branch predictor can learn. What is
 * written and what is read are added up independently of each other, so that both can be compared.
 */
final class Messages {

    static final int COUNT = 512;

    private static final int STRIDE = 256;
    private static final int LEVELS = 40;
    private static final byte[] NAME = "Łukasz".getBytes(UTF_8);
    private static final byte[] CITY = "Gdańsk".getBytes(UTF_8);
    private static final byte[] CHAT = "<b>(14:05:11) Łukasz</b> once more from bar 12".getBytes(UTF_8);
    private static final int[] IDS = {
        MessageId.ACKN, MessageId.CHANNEL_GAIN, MessageId.CHANNEL_PAN, MessageId.JITT_BUF_SIZE, MessageId.CLM_PING_MS,
        MessageId.CLM_PING_MS_WITHNUMCLIENTS, MessageId.NETW_TRANSPORT_PROPS, MessageId.CHANNEL_INFOS,
        MessageId.CHAT_TEXT, MessageId.CLM_CHANNEL_LEVEL_LIST};

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(COUNT * STRIDE));
    private final int[] ids = new Random(COUNT).ints(COUNT, 0, IDS.length).map(i -> IDS[i]).toArray();
    private final int[] lengths = new int[COUNT];
    private final byte[] levels = new byte[LEVELS];

    private final Acknowledgement acknowledgement = new Acknowledgement();
    private final ChannelGain gain = new ChannelGain();
    private final ChannelPan pan = new ChannelPan();
    private final JitterBufferSize jitterBufferSize = new JitterBufferSize();
    private final Ping ping = new Ping();
    private final PingWithClients pingWithClients = new PingWithClients();
    private final TransportProperties properties = new TransportProperties();
    private final ChannelInfo info = new ChannelInfo();
    private final ChatText chat = new ChatText();
    private final ChannelLevels channelLevels = new ChannelLevels();

    /**
     * Writes all messages as frames.
     *
     * @return the sum of the values written
     */
    long write() {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) {
            final int body = Frame.bodyOffset(i * STRIDE);
            final int channel = i % 150;
            final int value = i * 61;
            sum += ids[i];
            final int bodyLength = switch (ids[i]) {
                case MessageId.ACKN -> {
                    sum += value;
                    yield Acknowledgement.write(buffer, body, value);
                }
                case MessageId.CHANNEL_GAIN -> {
                    sum += channel + value;
                    yield ChannelGain.write(buffer, body, channel, value);
                }
                case MessageId.CHANNEL_PAN -> {
                    sum += channel + value;
                    yield ChannelPan.write(buffer, body, channel, value);
                }
                case MessageId.JITT_BUF_SIZE -> {
                    sum += 1 + i % 20;
                    yield JitterBufferSize.write(buffer, body, 1 + i % 20);
                }
                case MessageId.CLM_PING_MS -> {
                    sum += value;
                    yield Ping.write(buffer, body, value);
                }
                case MessageId.CLM_PING_MS_WITHNUMCLIENTS -> {
                    sum += value + channel;
                    yield PingWithClients.write(buffer, body, value, channel);
                }
                case MessageId.NETW_TRANSPORT_PROPS -> {
                    sum += 71 + 1 + 2;
                    yield TransportProperties.write(buffer, body, 72, 1, 2, TransportProperties.CODEC_OPUS,
                        TransportProperties.FLAGS_SEQUENCE_NUMBERS);
                }
                case MessageId.CHANNEL_INFOS -> {
                    sum += channel + NAME.length + CITY.length;
                    yield ChannelInfo.write(buffer, body, channel, 10, ChannelInfo.SKILL_BEGINNER, NAME, CITY);
                }
                case MessageId.CHAT_TEXT -> {
                    sum += CHAT.length;
                    yield ChatText.write(buffer, body, CHAT);
                }
                default -> {
                    sum += LEVELS;
                    yield ChannelLevels.write(buffer, body, levels, LEVELS);
                }
            };
            lengths[i] = Frame.write(buffer, i * STRIDE, ids[i], i & 0xFF, bodyLength);
        }
        return sum;
    }

    /**
     * Reads all messages as a server does: checks the frame, then the body, then takes the values.
     *
     * @return the sum of the values read; a message that was not accepted counts nothing
     */
    long readFrames() {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) {
            if (Frame.isMessage(buffer, i * STRIDE, lengths[i])) {
                sum += readBody(i * STRIDE);
            }
        }
        return sum;
    }

    /**
     * Reads all messages without the check of their frames.
     *
     * @return the sum of the values read; a message that was not accepted counts nothing
     */
    long readBodies() {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) {
            sum += readBody(i * STRIDE);
        }
        return sum;
    }

    private long readBody(final int frame) {
        final int id = Frame.id(buffer, frame);
        final int body = Frame.bodyOffset(frame);
        final int length = Frame.bodyLength(buffer, frame);
        final long values = switch (id) {
            case MessageId.ACKN -> acknowledgement.wrap(buffer, body, length) ? acknowledgement.messageId() : -id;
            case MessageId.CHANNEL_GAIN -> gain.wrap(buffer, body, length) ? gain.channelId() + gain.gain() : -id;
            case MessageId.CHANNEL_PAN -> pan.wrap(buffer, body, length) ? pan.channelId() + pan.pan() : -id;
            case MessageId.JITT_BUF_SIZE ->
                jitterBufferSize.wrap(buffer, body, length) ? jitterBufferSize.blocks() : -id;
            case MessageId.CLM_PING_MS -> ping.wrap(buffer, body, length) ? ping.timeMillis() : -id;
            case MessageId.CLM_PING_MS_WITHNUMCLIENTS ->
                pingWithClients.wrap(buffer, body, length)
                    ? pingWithClients.timeMillis() + pingWithClients.clients() : -id;
            case MessageId.NETW_TRANSPORT_PROPS ->
                properties.wrap(buffer, body, length)
                    ? properties.codedBytes() + properties.blockFactor() + properties.channels() : -id;
            case MessageId.CHANNEL_INFOS ->
                info.wrap(buffer, body, length)
                    ? info.country() + info.name().length() + info.city().length() : -id;
            case MessageId.CHAT_TEXT -> chat.wrap(buffer, body, length) ? chat.text().length() : -id;
            default -> channelLevels.wrap(buffer, body, length) ? channelLevels.count() : -id;
        };
        return id + values;
    }
}
