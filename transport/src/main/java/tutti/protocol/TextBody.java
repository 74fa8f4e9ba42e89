package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Common layout of {@link ChatText} and {@link WelcomeMessage}: one string and nothing else. */
abstract sealed class TextBody extends MessageBody permits ChatText, WelcomeMessage {
    /** The text. */
    public static final int TEXT_FIELD_OFFSET = 0;

    private final Utf8Field text = new Utf8Field();
    private final int maxChars;

    TextBody(final int maxChars) {
        this.maxChars = maxChars;
    }

    @Override
    public final boolean wrap(final DirectBuffer buffer, final int offset, final int length) {
        set(buffer, offset, length);
        final int end = offset + length;
        return text.wrap(buffer, offset + TEXT_FIELD_OFFSET, end, maxChars) == end;
    }

    /**
     * The text.
     *
     * @return a view, the same one after every {@link #wrap}
     */
    public final Utf8Field text() {
        return text;
    }

    /**
     * Writes a body. Allocates; not for the frame thread.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param text   the text
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final String text) {
        return write(buffer, offset, text.getBytes(UTF_8));
    }

    /**
     * Writes a body.
     *
     * @param buffer receives it
     * @param offset of the body
     * @param utf8   the text in UTF-8
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final byte[] utf8) {
        return Utf8Field.write(buffer, offset + TEXT_FIELD_OFFSET, utf8);
    }

    /**
     * Writes a body.
     *
     * @param buffer       receives it
     * @param offset       of the body
     * @param source       holds the text in UTF-8
     * @param sourceOffset of the text
     * @param length       of the text in bytes
     * @return length of the body in bytes
     */
    public static int write(final MutableDirectBuffer buffer, final int offset, final DirectBuffer source,
        final int sourceOffset, final int length) {
        return Utf8Field.write(buffer, offset + TEXT_FIELD_OFFSET, source, sourceOffset, length);
    }
}
