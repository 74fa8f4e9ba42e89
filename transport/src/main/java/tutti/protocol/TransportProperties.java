package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#NETW_TRANSPORT_PROPS} (sections 3.3, 5.1): the audio format, for both directions.
 *
 * <pre>
 *   0           4       6     7           11      13      15          19
 *   +-----------+-------+-----+-----------+-------+-------+-----------+
 *   | base size | block | ch. |  sample   | codec | flags |   codec   |
 *   |           | factor|     |   rate    |       |       |  argument |
 *   +-----------+-------+-----+-----------+-------+-------+-----------+
 * </pre>
 */
public final class TransportProperties extends MessageBody {
    /** Bytes of one block on the wire, its sequence byte included. */
    public static final int BASE_SIZE_FIELD_OFFSET = 0;
    /** Blocks in a datagram. */
    public static final int BLOCK_FACTOR_FIELD_OFFSET = BASE_SIZE_FIELD_OFFSET + SIZE_OF_INT;
    /** Audio channels. */
    public static final int CHANNELS_FIELD_OFFSET = BLOCK_FACTOR_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Sample rate in Hz. */
    public static final int SAMPLE_RATE_FIELD_OFFSET = CHANNELS_FIELD_OFFSET + SIZE_OF_BYTE;
    /** One of the {@code CODEC_} constants. */
    public static final int CODEC_FIELD_OFFSET = SAMPLE_RATE_FIELD_OFFSET + SIZE_OF_INT;
    /** {@link #FLAGS_SEQUENCE_NUMBERS} or anything else. */
    public static final int FLAGS_FIELD_OFFSET = CODEC_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Not used. */
    public static final int CODEC_ARGUMENT_FIELD_OFFSET = FLAGS_FIELD_OFFSET + SIZE_OF_SHORT;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = CODEC_ARGUMENT_FIELD_OFFSET + SIZE_OF_INT;

    /** No codec; never accepted. A server states it while it knows none. */
    public static final int CODEC_NONE = 0;
    /** An obsolete codec; accepted, but the answer is {@link MessageId#OPUS_SUPPORTED} and nothing changes. */
    public static final int CODEC_CELT = 1;
    /** Opus with blocks of 128 samples. */
    public static final int CODEC_OPUS = 2;
    /** Opus with blocks of 64 samples. */
    public static final int CODEC_OPUS64 = 3;

    /** The value of flags, all 16 bits, that puts a sequence byte behind each block. */
    public static final int FLAGS_SEQUENCE_NUMBERS = 1;
    /** Smallest base size, in bytes. */
    public static final int MIN_BASE_SIZE = 10;
    /** Largest base size that the message may carry, in bytes; what a codec can fill is less. */
    public static final int MAX_BASE_SIZE = Limits.MAX_DATAGRAM_LENGTH;
    /** The only sample rate clients send, in Hz. */
    public static final int SAMPLE_RATE = 48_000;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH
            && baseSize() >= MIN_BASE_SIZE && baseSize() <= MAX_BASE_SIZE
            && isBlockFactor(blockFactor())
            && (channels() == 1 || channels() == 2)
            && codec() >= CODEC_CELT && codec() <= CODEC_OPUS64;
    }

    private static boolean isBlockFactor(final int factor) {
        return factor == 1 || factor == 2 || factor == 4;
    }

    /**
     * Bytes of one block on the wire, its sequence byte included.
     *
     * @return {@link #MIN_BASE_SIZE} to {@link #MAX_BASE_SIZE}
     */
    public int baseSize() {
        return i32(BASE_SIZE_FIELD_OFFSET);
    }

    /**
     * Blocks in a datagram.
     *
     * @return 1, 2 or 4
     */
    public int blockFactor() {
        return u16(BLOCK_FACTOR_FIELD_OFFSET);
    }

    /**
     * Audio channels.
     *
     * @return 1 or 2
     */
    public int channels() {
        return u8(CHANNELS_FIELD_OFFSET);
    }

    /**
     * Sample rate, not checked.
     *
     * @return the 32 bits of the field; {@link #SAMPLE_RATE} from every known client
     */
    public int sampleRate() {
        return i32(SAMPLE_RATE_FIELD_OFFSET);
    }

    /**
     * Codec.
     *
     * @return {@link #CODEC_CELT}, {@link #CODEC_OPUS} or {@link #CODEC_OPUS64}
     */
    public int codec() {
        return u16(CODEC_FIELD_OFFSET);
    }

    /**
     * Flags as sent, not checked.
     *
     * @return 0 to 65535
     */
    public int flags() {
        return u16(FLAGS_FIELD_OFFSET);
    }

    /**
     * Codec argument, not checked.
     *
     * @return 0 from every known client
     */
    public int codecArgument() {
        return i32(CODEC_ARGUMENT_FIELD_OFFSET);
    }

    /**
     * Whether a sequence byte follows each block. Flags are compared as a whole: 3 means no.
     *
     * @return true if the flags are {@link #FLAGS_SEQUENCE_NUMBERS}
     */
    public boolean hasSequenceNumbers() {
        return flags() == FLAGS_SEQUENCE_NUMBERS;
    }

    /**
     * Bytes of one coded block without its sequence byte.
     *
     * @return base size, or one less with sequence numbers
     */
    public int codedBytes() {
        return hasSequenceNumbers() ? baseSize() - SIZE_OF_BYTE : baseSize();
    }

    /**
     * Bytes of a whole audio datagram.
     *
     * @return base size times block factor
     */
    public int datagramBytes() {
        return baseSize() * blockFactor();
    }

    /**
     * Writes a body; the values are not checked, since a server that knows none states defaults that are invalid.
     *
     * @param buffer      receives it
     * @param offset      of the body
     * @param baseSize    bytes of one block, its sequence byte included
     * @param blockFactor blocks in a datagram
     * @param channels    audio channels
     * @param codec       one of the {@code CODEC_} constants
     * @param flags       {@link #FLAGS_SEQUENCE_NUMBERS} or 0
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int baseSize,
        final int blockFactor, final int channels, final int codec, final int flags) {
        Wire.putI32(buffer, offset + BASE_SIZE_FIELD_OFFSET, baseSize);
        Wire.putU16(buffer, offset + BLOCK_FACTOR_FIELD_OFFSET, blockFactor);
        Wire.putU8(buffer, offset + CHANNELS_FIELD_OFFSET, channels);
        Wire.putI32(buffer, offset + SAMPLE_RATE_FIELD_OFFSET, SAMPLE_RATE);
        Wire.putU16(buffer, offset + CODEC_FIELD_OFFSET, codec);
        Wire.putU16(buffer, offset + FLAGS_FIELD_OFFSET, flags);
        Wire.putI32(buffer, offset + CODEC_ARGUMENT_FIELD_OFFSET, 0);
        return BODY_LENGTH;
    }
}
