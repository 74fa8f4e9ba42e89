package tutti.transport;

import java.io.IOException;

/** Another program (perhaps another Tutti server) has the UDP port. The message says which port and what to do. */
public final class PortInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int port;

    /**
     * @param port the port that was asked for
     * @param cause what the bind said, or null
     */
    public PortInUseException(final int port, final Throwable cause) {
        super("UDP port " + port + " is in use by another program: stop that program (`ss -lunp 'sport = :" + port
            + "'` shows it) or choose another port with --port", cause);
        this.port = port;
    }

    /** The port that was asked for. */
    public int port() {
        return port;
    }
}
