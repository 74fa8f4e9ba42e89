package tutti.server;

/** The server cannot start, for a reason that the person who started it can change. Shown as one line, exit code 2. */
public final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message one line: what was wrong, with which value, and what to do
     */
    public StartupException(final String message) {
        super(message);
    }

    /**
     * @param message one line: what was wrong, with which value, and what to do
     * @param cause   what it was found by
     */
    public StartupException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
