package tutti.server;

import java.util.function.Consumer;

/** A server that is open, and may be run once. */
public interface ServerHandle {
    /**
     * Runs the loop on the calling thread until {@link #requestStop}; then takes leave of the clients and closes.
     *
     * @param log takes lines for the operator, from any thread but the frame thread at work
     */
    void run(Consumer<String> log);

    /** Asks the loop to end; returns at once. Any thread, any number of times. */
    void requestStop();

    /**
     * @return what can be seen of the loop
     */
    ServerMonitor monitor();

    /**
     * @return one line: port, transport, kernels and codec in use
     */
    String describe();
}
