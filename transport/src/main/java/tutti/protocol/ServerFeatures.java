package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_INT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#CLM_SERVER_FEATURES} (sections 3.4, 4.11): what a server can do and how it is set up.
 *
 * <pre>
 *   0          4
 *   +----------+
 *   | bit mask |
 *   +----------+
 * </pre>
 */
public final class ServerFeatures extends MessageBody {
    /** The mask, see the constants below. */
    public static final int MASK_FIELD_OFFSET = 0;
    /** Bytes of the body. */
    public static final int BODY_LENGTH = MASK_FIELD_OFFSET + SIZE_OF_INT;

    /** The server's frame is 64 samples. */
    public static final int FAST_UPDATE = 1;
    /** Work is spread over several threads. */
    public static final int MULTITHREADING = 1 << 1;
    /** The recorder is ready. */
    public static final int RECORDER_INITIALISED = 1 << 2;
    /** Recording is on. */
    public static final int RECORDING = 1 << 3;
    /** Pan acts as a delay. */
    public static final int DELAY_PANNING = 1 << 4;
    /** The server is reachable by IPv6. */
    public static final int IPV6 = 1 << 5;
    /** Uncompressed audio is offered. */
    public static final int RAW_AUDIO = 1 << 6;
    /** Clients are told when the server quits. */
    public static final int DISCONNECT_ON_QUIT = 1 << 7;
    /** The welcome message is not empty. */
    public static final int WELCOME_MESSAGE = 1 << 8;
    /** A log file is written. */
    public static final int LOGGING = 1 << 9;
    /** Musicians are asked to agree to a licence. */
    public static final int LICENCE_REQUIRED = 1 << 10;

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        return length == BODY_LENGTH;
    }

    /**
     * The features.
     *
     * @return union of the constants; other bits are reserved
     */
    public int mask() {
        return i32(MASK_FIELD_OFFSET);
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param mask   union of the constants
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int mask) {
        Wire.putI32(buffer, offset + MASK_FIELD_OFFSET, mask);
        return BODY_LENGTH;
    }
}
