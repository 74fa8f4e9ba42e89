package tutti.opus;

/**
 * No libopus could be loaded that does what the server needs. The message is one line for the user: which libraries
 * were looked at (path and version), what each did wrong, and how to get a working one.
 */
public final class OpusUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OpusUnavailableException(final String message) {
        super(message);
    }
}
