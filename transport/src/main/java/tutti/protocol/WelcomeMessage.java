package tutti.protocol;

/**
 * Body of {@link MessageId#CLM_WELCOME_MESSAGE} (section 3.4): the stored welcome message without the prefix that it
 * has as a chat text, at most {@link Limits#MAX_WELCOME_CHARS} UTF-16 code units. May be empty.
 *
 * <pre>
 *   0       2
 *   +-------+----------------------+
 *   |   n   |  n bytes of UTF-8    |
 *   +-------+----------------------+
 * </pre>
 */
public final class WelcomeMessage extends TextBody {
    /** Makes a view of nothing; {@link #wrap} comes first. */
    public WelcomeMessage() {
        super(Limits.MAX_WELCOME_CHARS);
    }
}
