package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.agrona.BitUtil.SIZE_OF_BYTE;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Body of {@link MessageId#VERSION_AND_OS} and {@link MessageId#CLM_VERSION_AND_OS} (section 3.3). Clients switch
 * features on by the version's leading dotted numbers, so a server's text must begin with them.
 *
 * <pre>
 *   0                  1
 *   +------------------+------------------+
 *   | operating system | version (string) |
 *   +------------------+------------------+
 * </pre>
 */
public final class VersionAndOs extends MessageBody {
    /** One of the {@code OS_} constants, not checked. */
    public static final int OS_FIELD_OFFSET = 0;
    /** Version text, at most {@link Limits#MAX_VERSION_CHARS}. */
    public static final int VERSION_FIELD_OFFSET = OS_FIELD_OFFSET + SIZE_OF_BYTE;

    /** Windows. */
    public static final int OS_WINDOWS = 0;
    /** macOS. */
    public static final int OS_MACOS = 1;
    /** Linux. */
    public static final int OS_LINUX = 2;
    /** Android. */
    public static final int OS_ANDROID = 3;
    /** iOS. */
    public static final int OS_IOS = 4;
    /** Another Unix. */
    public static final int OS_UNIX = 5;

    private static final int MAX_VERSION_NUMBER = 99_999;

    private final Utf8Field version = new Utf8Field();

    @Override
    public boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        final int end = offset + length;
        return version.wrap(buffer, offset + VERSION_FIELD_OFFSET, end, Limits.MAX_VERSION_CHARS) == end;
    }

    /**
     * Operating system.
     *
     * @return one of the {@code OS_} constants, or another value up to 255
     */
    public int os() {
        return u8(OS_FIELD_OFFSET);
    }

    /**
     * Version text.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public Utf8Field version() {
        return version;
    }

    /**
     * Compares the leading dotted numbers of the version with a release. Missing numbers count as 0; a text that does
     * not begin with a number is lower than every release.
     *
     * @param major first number
     * @param minor second number
     * @param patch third number
     * @return true if the version is that release or a later one
     */
    public boolean isAtLeast(final int major, final int minor, final int patch) {
        final DirectBuffer buffer = version.buffer();
        final int end = version.offset() + version.length();
        int position = version.offset();
        if (position == end || !isDigit(buffer.getByte(position))) {
            return false;
        }
        for (int i = 0; i < 3; i++) {
            int number = 0;
            while (position < end && isDigit(buffer.getByte(position))) {
                number = Math.min(number * 10 + buffer.getByte(position++) - '0', MAX_VERSION_NUMBER);
            }
            final int wanted = i == 0 ? major : i == 1 ? minor : patch;
            if (number != wanted) {
                return number > wanted;
            }
            if (position < end && buffer.getByte(position) == '.') {
                position++;
            } else {
                position = end;
            }
        }
        return true;
    }

    private static boolean isDigit(final byte value) {
        return value >= '0' && value <= '9';
    }

    /**
     * Writes a body. Allocates; not for the frame thread.
     *
     * @param buffer  receives it
     * @param offset  of the body
     * @param os      one of the {@code OS_} constants
     * @param version at most {@link Limits#MAX_VERSION_CHARS_OLD_PEERS} to be accepted by all clients
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int os, final String version) {
        return write(buffer, offset, os, version.getBytes(UTF_8));
    }

    /**
     * Writes a body.
     *
     * @param buffer  receives it
     * @param offset  of the body
     * @param os      one of the {@code OS_} constants
     * @param version in UTF-8
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final int os, final byte[] version) {
        Wire.putU8(buffer, offset + OS_FIELD_OFFSET, os);
        return VERSION_FIELD_OFFSET + Utf8Field.write(buffer, offset + VERSION_FIELD_OFFSET, version);
    }
}
