package tutti.server.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import tutti.server.ServerHandle;

/**
 * Makes SIGTERM, SIGINT and SIGHUP an orderly end with exit code 0, where Java would exit with 128 plus the signal's
 * number. A signal that comes before the server is open stops it as soon as it is.
 */
final class StopSignal {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final IntConsumer halt;
    private final long patienceMillis;
    private ServerHandle server;
    private boolean requested;

    /**
     * @param halt           ends the process at once with the given code, without running shutdown hooks
     * @param patienceMillis longest wait for the loop to end after a signal, milliseconds
     */
    StopSignal(final IntConsumer halt, final long patienceMillis) {
        this.patienceMillis = patienceMillis;
        this.halt = halt;
    }

    /** Begins to listen for signals. */
    void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "stop-signal"));
    }

    /**
     * Names the server to stop.
     *
     * @param opened the server
     */
    synchronized void attach(final ServerHandle opened) {
        server = opened;
        if (requested) {
            opened.requestStop();
        }
    }

    /** Tells that all is done, and what is left is the process's own end. */
    void end() {
        ended.countDown();
    }

    /** What the shutdown hook does: after {@link #end} nothing, so that the exit code given to System.exit stands. */
    void onShutdown() {
        if (ended.getCount() == 0) {
            return;
        }
        request();
        halt.accept(awaitEnd() ? Main.EXIT_OK : Main.EXIT_FAULT);
    }

    private synchronized void request() {
        requested = true;
        if (server != null) {
            server.requestStop();
        }
    }

    private boolean awaitEnd() {
        try {
            return ended.await(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            return false;
        }
    }
}
