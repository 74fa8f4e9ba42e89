package tutti.server.events;

/** Why a client lost its channel. */
public enum LeaveCause {
    /** The client said so. */
    DISCONNECTED("disconnected"),
    /** No audio came for 30 s. */
    TIMED_OUT("no audio for 30 s"),
    /** The server stopped. */
    SERVER_STOPPED("server stopped");

    private final String text;

    LeaveCause(final String text) {
        this.text = text;
    }

    /**
     * @return the cause as the log shows it
     */
    public String text() {
        return text;
    }
}
