package tutti.protocol;

/**
 * Body of {@link MessageId#CHAT_TEXT} (section 3.3): one string, plain text from a client, HTML from a server, at most
 * {@link Limits#MAX_CHAT_CHARS} UTF-16 code units. May be empty.
 *
 * <pre>
 *   0       2
 *   +-------+----------------------+
 *   |   n   |  n bytes of UTF-8    |
 *   +-------+----------------------+
 * </pre>
 */
public final class ChatText extends TextBody {
    /** Makes a view of nothing; {@link #wrap} comes first. */
    public ChatText() {
        super(Limits.MAX_CHAT_CHARS);
    }
}
