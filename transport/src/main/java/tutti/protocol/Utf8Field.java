package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.agrona.BitUtil.SIZE_OF_BYTE;
import static org.agrona.BitUtil.SIZE_OF_SHORT;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A view of the text of a string field (section 3.2). Nothing is decoded until {@link #toString} is asked for.
 *
 * <pre>
 *   0       2
 *   +-------+----------------------+
 *   |   n   |  n bytes of UTF-8    |
 *   +-------+----------------------+
 * </pre>
 *
 * Malformed UTF-8 is no error: it reads as replacement characters, as in Java's decoder. Other decoders may see another
 * number of them in the same bytes, so text that is to be passed on to other peers should go through
 * {@link #copyWellFormedTo}: otherwise one odd name can exceed the limit at a client and cost it the whole list.
 */
public final class Utf8Field {
    /** Bytes of the length before the text. */
    public static final int PREFIX_LENGTH = SIZE_OF_SHORT;
    /** Bytes of the length before the text in the reduced server list. */
    public static final int SHORT_PREFIX_LENGTH = SIZE_OF_BYTE;
    /** What {@link #wrap} answers when the field is malformed. */
    public static final int MALFORMED = -1;
    /** Longest text, in bytes, that the length before it can state. */
    public static final int MAX_LENGTH = 0xFFFF;
    /** Longest text, in bytes, that a length of one byte can state. */
    public static final int MAX_SHORT_LENGTH = 0xFF;

    private DirectBuffer buffer;
    private int offset;
    private int length;

    /**
     * Puts the view over a string field.
     *
     * @param buffer   holds the field
     * @param offset   of the field, that is of its length
     * @param limit    offset of the first byte after the message's body
     * @param maxChars most UTF-16 code units the text may have
     * @return offset of the first byte after the field, or {@link #MALFORMED} if the text runs past the limit or is
     *     too long
     */
    public int wrap(final DirectBuffer buffer, final int offset, final int limit, final int maxChars) {
        if (limit - offset < PREFIX_LENGTH) {
            return MALFORMED;
        }
        return wrap(buffer, offset + PREFIX_LENGTH, Wire.u16(buffer, offset), limit, maxChars);
    }

    /**
     * Puts the view over a string field whose length takes one byte, as in {@link ReducedServerList}.
     *
     * @param buffer   holds the field
     * @param offset   of the field, that is of its length
     * @param limit    offset of the first byte after the message's body
     * @param maxChars most UTF-16 code units the text may have
     * @return as {@link #wrap}
     */
    public int wrapShort(final DirectBuffer buffer, final int offset, final int limit, final int maxChars) {
        if (limit - offset < SHORT_PREFIX_LENGTH) {
            return MALFORMED;
        }
        return wrap(buffer, offset + SHORT_PREFIX_LENGTH, Wire.u8(buffer, offset), limit, maxChars);
    }

    private int wrap(final DirectBuffer buffer, final int textOffset, final int textLength, final int limit,
        final int maxChars) {
        if (textLength > limit - textOffset) {
            return MALFORMED;
        }
        wrapText(buffer, textOffset, textLength);
        return exceeds(maxChars) ? MALFORMED : textOffset + textLength;
    }

    /**
     * Puts the view over a text without a length before it.
     *
     * @param buffer holds the text
     * @param offset of its first byte
     * @param length in bytes
     * @return this
     */
    public Utf8Field wrapText(final DirectBuffer buffer, final int offset, final int length) {
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        return this;
    }

    /**
     * The buffer below.
     *
     * @return holds the text
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Where the text starts, behind its length.
     *
     * @return offset in the buffer
     */
    public int offset() {
        return offset;
    }

    /**
     * Length of the text.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Length of the text as the protocol's limits count it. Takes time proportional to the text.
     *
     * @return UTF-16 code units
     */
    public int chars() {
        int chars = 0;
        for (int i = offset, limit = offset + length; i < limit; ) {
            final int scanned = Utf8.scan(buffer, i, limit);
            chars += Utf8.chars(scanned);
            i += Math.abs(scanned);
        }
        return chars;
    }

    /**
     * Whether the text is longer than a limit.
     *
     * @param maxChars limit in UTF-16 code units
     * @return true if {@link #chars} is greater
     */
    public boolean exceeds(final int maxChars) {
        // No character has fewer bytes than UTF-16 code units, so most texts need no scan.
        return length > maxChars && (length > maxChars * Limits.MAX_BYTES_PER_CHAR || chars() > maxChars);
    }

    /**
     * Compares the text with the bytes of another.
     *
     * @param other       holds the other text
     * @param otherOffset of its first byte
     * @param otherLength in bytes
     * @return true if all bytes are equal
     */
    public boolean contentEquals(final DirectBuffer other, final int otherOffset, final int otherLength) {
        if (length != otherLength) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(offset + i) != other.getByte(otherOffset + i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Compares the text with another.
     *
     * @param other the other text
     * @return true if all bytes are equal
     */
    public boolean contentEquals(final Utf8Field other) {
        return contentEquals(other.buffer, other.offset, other.length);
    }

    /**
     * Copies the text with every malformed part replaced by U+FFFD, so that every decoder sees the same characters.
     *
     * @param target       receives the text without a length before it; room for {@link Limits#MAX_BYTES_PER_CHAR}
     *                     bytes per UTF-16 code unit is enough
     * @param targetOffset where to put it
     * @return bytes written
     */
    public int copyWellFormedTo(final MutableDirectBuffer target, final int targetOffset) {
        int to = targetOffset;
        for (int i = offset, limit = offset + length; i < limit; ) {
            final int scanned = Utf8.scan(buffer, i, limit);
            if (scanned > 0) {
                target.putBytes(to, buffer, i, scanned);
                to += scanned;
                i += scanned;
            } else {
                for (final int replacement : Utf8.REPLACEMENT) {
                    Wire.putU8(target, to++, replacement);
                }
                i -= scanned;
            }
        }
        return to - targetOffset;
    }

    /**
     * Decodes the text. Allocates; not for the frame thread.
     *
     * @return the text, malformed parts as U+FFFD
     */
    @Override
    public String toString() {
        if (length == 0) {
            return "";
        }
        final byte[] utf8 = new byte[length];
        buffer.getBytes(offset, utf8);
        return new String(utf8, UTF_8);
    }

    /**
     * Writes a string field from bytes of UTF-8.
     *
     * @param target       receives length and text
     * @param targetOffset where the field begins
     * @param source       holds the text
     * @param sourceOffset of its first byte
     * @param length       of the text in bytes, 0 to {@link #MAX_LENGTH}
     * @return bytes written
     * @throws IllegalArgumentException if the text is too long for a string field
     */
    public static int write(final MutableDirectBuffer target, final int targetOffset, final DirectBuffer source,
        final int sourceOffset, final int length) {
        writePrefix(target, targetOffset, length);
        target.putBytes(targetOffset + PREFIX_LENGTH, source, sourceOffset, length);
        return PREFIX_LENGTH + length;
    }

    /**
     * Writes a string field from bytes of UTF-8.
     *
     * @param target       receives length and text
     * @param targetOffset where the field begins
     * @param utf8         the text, at most {@link #MAX_LENGTH} bytes
     * @return bytes written
     * @throws IllegalArgumentException if the text is too long for a string field
     */
    public static int write(final MutableDirectBuffer target, final int targetOffset, final byte[] utf8) {
        writePrefix(target, targetOffset, utf8.length);
        target.putBytes(targetOffset + PREFIX_LENGTH, utf8);
        return PREFIX_LENGTH + utf8.length;
    }

    /**
     * Writes a string field from another one's text.
     *
     * @param target       receives length and text
     * @param targetOffset where the field begins
     * @param text         the text
     * @return bytes written
     */
    public static int write(final MutableDirectBuffer target, final int targetOffset, final Utf8Field text) {
        return write(target, targetOffset, text.buffer, text.offset, text.length);
    }

    /**
     * Writes a string field whose length takes one byte.
     *
     * @param target       receives length and text
     * @param targetOffset where the field begins
     * @param text         the text, at most {@link #MAX_SHORT_LENGTH} bytes
     * @return bytes written
     * @throws IllegalArgumentException if the text is too long for such a field
     */
    public static int writeShort(final MutableDirectBuffer target, final int targetOffset, final Utf8Field text) {
        checkLength(text.length, MAX_SHORT_LENGTH);
        Wire.putU8(target, targetOffset, text.length);
        target.putBytes(targetOffset + SHORT_PREFIX_LENGTH, text.buffer, text.offset, text.length);
        return SHORT_PREFIX_LENGTH + text.length;
    }

    private static void writePrefix(final MutableDirectBuffer target, final int targetOffset, final int length) {
        checkLength(length, MAX_LENGTH);
        Wire.putU16(target, targetOffset, length);
    }

    private static void checkLength(final int length, final int max) {
        if (length < 0 || length > max) {
            throw new IllegalArgumentException("text has " + length + " bytes of UTF-8, the field holds 0 to " + max
                + ": cut it");
        }
    }
}
