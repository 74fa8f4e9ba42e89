package tutti.fleet;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;

/**
 * What somebody sends who means no good, or whose program is broken: noise, valid frames with bodies that make no
 * sense, damaged and cut frames, lengths that lie, requests whose answer is long, and noise that has the size of audio.
 * The same ones for the same random numbers.
 */
final class HostileDatagrams {

    static final int MAX_LENGTH = 9000;

    private static final int MAX_NOISE = 1500;
    private static final int MAX_BODY = 600;
    private static final int KINDS = 8;
    private static final int[] AUDIO_SIZES = {23, 36, 46, 72, 90, 92, 142, 144, 184, 288};
    private static final int[] IDS = {MessageId.ACKN, MessageId.JITT_BUF_SIZE, MessageId.CHANNEL_GAIN,
        MessageId.REQ_CONN_CLIENTS_LIST, MessageId.CHAT_TEXT, MessageId.NETW_TRANSPORT_PROPS,
        MessageId.CONN_CLIENTS_LIST, MessageId.CHANNEL_INFOS, MessageId.REQ_CHANNEL_LEVEL_LIST, MessageId.CHANNEL_PAN,
        MessageId.VERSION_AND_OS, MessageId.CLIENT_ID, MessageId.SPLIT_MESS_SUPPORTED, MessageId.SPLIT_CONTAINER,
        MessageId.CLM_DISCONNECTION, MessageId.CLM_REGISTER_SERVER, MessageId.CLM_SEND_EMPTY_MESSAGE};
    private static final int[] REQUESTS = {MessageId.CLM_PING_MS, MessageId.CLM_PING_MS_WITHNUMCLIENTS,
        MessageId.CLM_REQ_SERVER_LIST, MessageId.CLM_REQ_VERSION_AND_OS, MessageId.CLM_REQ_CONN_CLIENTS_LIST,
        MessageId.CLM_REQ_SERVER_FEATURES, MessageId.CLM_REQ_WELCOME_MESSAGE};

    private final SplittableRandom random;

    HostileDatagrams(final SplittableRandom random) {
        this.random = random;
    }

    /** Writes the next one into {@code buffer}, of {@value #MAX_LENGTH} bytes. {@return its length in bytes} */
    int next(final UnsafeBuffer buffer) {
        return switch (random.nextInt(KINDS)) {
            case 0 -> noise(buffer, 0, random.nextInt(MAX_NOISE + 1));
            case 1 -> noise(buffer, 0, AUDIO_SIZES[random.nextInt(AUDIO_SIZES.length)]);
            case 2 -> frame(buffer, IDS[random.nextInt(IDS.length)], random.nextInt(MAX_BODY));
            case 3 -> frame(buffer, random.nextInt(1 << Short.SIZE), random.nextInt(MAX_BODY));
            case 4 -> frame(buffer, REQUESTS[random.nextInt(REQUESTS.length)], random.nextInt(8));
            case 5 -> damaged(buffer);
            case 6 -> random.nextInt(frame(buffer, IDS[random.nextInt(IDS.length)], random.nextInt(MAX_BODY)));
            default -> lyingLength(buffer);
        };
    }

    private int noise(final UnsafeBuffer buffer, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            buffer.putByte(offset + i, (byte) random.nextInt());
        }
        return offset + length;
    }

    private int frame(final UnsafeBuffer buffer, final int id, final int bodyLength) {
        noise(buffer, Frame.bodyOffset(0), bodyLength);
        return Frame.write(buffer, 0, id, random.nextInt(1 << Byte.SIZE), bodyLength);
    }

    private int damaged(final UnsafeBuffer buffer) {
        final int length = frame(buffer, IDS[random.nextInt(IDS.length)], random.nextInt(MAX_BODY));
        final int at = random.nextInt(length);
        buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << random.nextInt(Byte.SIZE)));
        return length;
    }

    /** Sometimes longer than any datagram of the protocol. */
    private int lyingLength(final UnsafeBuffer buffer) {
        frame(buffer, IDS[random.nextInt(IDS.length)], 0);
        buffer.putShort(Frame.LENGTH_FIELD_OFFSET, (short) random.nextInt());
        return noise(buffer, Frame.HEADER_LENGTH, random.nextInt(8) == 0
                ? MAX_LENGTH - Frame.HEADER_LENGTH
                : random.nextInt(MAX_NOISE));
    }
}
