package tutti.server.cli;

import java.io.PrintStream;
import java.time.ZoneId;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.SystemEpochClock;
import tutti.server.ServerConfig;
import tutti.server.ServerHandle;
import tutti.server.ServerMonitor;
import tutti.server.StartupException;
import tutti.server.admin.AdminServer;
import tutti.server.events.EventLog;
import tutti.server.events.EventPrinter;
import tutti.server.events.LogWriter;
import tutti.server.stats.StatsSummary;

/** Everything around the loop: log, admin port, periodic summary, signals, orderly end. */
final class ServerRunner {
    /** Opens a server; a seam for tests. */
    interface Opener {
        /**
         * @param config  how
         * @param monitor where the loop counts and hears commands
         * @param events  where the loop tells of joins and leaves
         * @return an open server, not yet running
         * @throws StartupException when the user must change something first
         */
        ServerHandle open(ServerConfig config, ServerMonitor monitor, EventLog events) throws StartupException;
    }

    /** Longest wait for the loop to end after a signal, milliseconds. */
    private static final long PATIENCE_MILLIS = 5_000;

    private final Opener opener;
    private final LogWriter log;

    /**
     * @param opener opens the server
     * @param err    where the log goes
     */
    ServerRunner(final Opener opener, final PrintStream err) {
        this.opener = opener;
        this.log = new LogWriter(err, ZoneId.systemDefault());
    }

    /**
     * Opens and runs a server until it is stopped.
     *
     * @param config how
     * @return the process's exit code
     * @throws StartupException when the user must change something first
     */
    int run(final ServerConfig config) throws StartupException {
        final StopSignal stopSignal = new StopSignal(Runtime.getRuntime()::halt, PATIENCE_MILLIS);
        stopSignal.install();
        try {
            if (config.adminPort() == 0) {
                return run(config, stopSignal, monitor -> { });
            }
            try (AdminServer admin = AdminServer.bind(config.adminPort())) {
                return run(config, stopSignal, admin::start);
            }
        } finally {
            stopSignal.end();
        }
    }

    private int run(final ServerConfig config, final StopSignal stopSignal, final Consumer<ServerMonitor> admin)
        throws StartupException {
        final ServerMonitor monitor = ServerMonitor.create();
        final EventLog events = new EventLog(SystemEpochClock.INSTANCE);
        final ServerHandle server = opener.open(config, monitor, events);
        admin.accept(monitor);
        stopSignal.attach(server);
        return runOpened(config, server, monitor, events);
    }

    private int runOpened(final ServerConfig config, final ServerHandle server, final ServerMonitor monitor,
                          final EventLog events) {
        final StatsSummary summary = new StatsSummary(monitor.counters(), monitor.frameStats(), System::nanoTime);
        final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("stats").factory());
        final EventPrinter printer = new EventPrinter(events, log).start();
        if (config.statsSeconds() > 0) {
            ticker.scheduleAtFixedRate(() -> log.block(summary.sinceLast()), config.statsSeconds(),
                config.statsSeconds(), TimeUnit.SECONDS);
        }
        log.line(server.describe());
        try {
            server.run(log::line);
        } catch (final RuntimeException | Error fault) {
            log.fault("a fault in the server, please report it", fault);
            return Main.EXIT_FAULT;
        } finally {
            ticker.shutdownNow();
            printer.close();
        }
        log.block(summary.sinceStart());
        log.line("stopped");
        return Main.EXIT_OK;
    }
}
