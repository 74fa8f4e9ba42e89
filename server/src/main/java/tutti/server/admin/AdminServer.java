package tutti.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tutti.server.ServerMonitor;
import tutti.server.StartupException;
import tutti.server.stats.FrameStats;

/**
 * HTTP for the operator, on the loopback address only: {@code GET /metrics}, {@code GET /histograms},
 * {@code GET /health}, {@code POST /batch-send?mode=on|off}, and the same for every {@link LoopSwitch}. Its threads
 * only read what the loop writes, and reach it through {@link LoopCommands}.
 */
public final class AdminServer implements AutoCloseable {
    /** Longest wait for the loop to carry out a command, milliseconds. */
    private static final long COMMAND_MILLIS = 2_000;
    private static final int THREADS = 2;
    private static final int BACKLOG = 16;
    private static final int SERVICE_UNAVAILABLE = HttpURLConnection.HTTP_UNAVAILABLE;
    private static final String PLAIN_TEXT = "text/plain; charset=utf-8";
    private static final String MODE = "mode=";

    static {
        // Documented in module jdk.httpserver: milliseconds a request may take to arrive, connections in all.
        setDefault("sun.net.httpserver.maxReqTime", "10000");
        setDefault("jdk.httpserver.maxConnections", "32");
    }

    private final HttpServer http;
    private final ExecutorService handlers =
        Executors.newFixedThreadPool(THREADS, Thread.ofPlatform().daemon().name("admin-", 0).factory());
    private final ScheduledExecutorService healthTicker = Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("health").factory());

    private AdminServer(final HttpServer http) {
        this.http = http;
    }

    /**
     * Takes the port; nothing is answered before {@link #start}.
     *
     * @param port TCP port on the loopback address, 1 to 65535; 0 lets the system choose
     * @return the server, to be closed
     * @throws StartupException when the port cannot be had
     */
    public static AdminServer bind(final int port) throws StartupException {
        try {
            return new AdminServer(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG));
        } catch (final IOException e) {
            throw new StartupException("TCP port " + port + " for the admin pages cannot be had (" + e.getMessage()
                + "): choose another one with --admin-port", e);
        }
    }

    /**
     * Begins to answer.
     *
     * @param monitor of the server to show
     */
    public void start(final ServerMonitor monitor) {
        start(monitor, COMMAND_MILLIS);
    }

    /** Begins to answer, waiting for the loop as long as given, in milliseconds. */
    void start(final ServerMonitor monitor, final long commandMillis) {
        final HealthCheck health = new HealthCheck(monitor.counters(), System::nanoTime);
        healthTicker.scheduleAtFixedRate(health, HealthCheck.PERIOD_MILLIS, HealthCheck.PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
        final MetricsExport metrics = new MetricsExport(monitor.counters(), monitor.frameStats());
        page("/", "GET", AdminServer::notFound);
        page("/metrics", "GET", exchange -> metrics(exchange, metrics));
        page("/histograms", "GET", exchange -> histograms(exchange, monitor.frameStats()));
        page("/health", "GET", exchange -> health(exchange, health));
        final LoopCommands commands = monitor.commands();
        for (final LoopSwitch what : LoopSwitch.values()) {
            page("/" + what.title(), "POST", exchange -> flip(exchange, what, commands, commandMillis));
        }
        http.setExecutor(handlers);
        http.start();
    }

    /**
     * @return the TCP port listened on
     */
    public int port() {
        return http.getAddress().getPort();
    }

    /** Ends at once; requests under way are cut off. */
    @Override
    public void close() {
        http.stop(0);
        healthTicker.shutdownNow();
        handlers.shutdownNow();
    }

    /** The JDK's server matches by prefix; a page answers for its own path alone, and for one method. */
    private void page(final String path, final String method, final HttpHandler handler) {
        http.createContext(path, exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    notFound(exchange);
                } else if (!exchange.getRequestMethod().equals(method)) {
                    exchange.getResponseHeaders().set("Allow", method);
                    answer(exchange, HttpURLConnection.HTTP_BAD_METHOD, path + " takes " + method + " only");
                } else {
                    handler.handle(exchange);
                }
            }
        });
    }

    private static void notFound(final HttpExchange exchange) throws IOException {
        answer(exchange, HttpURLConnection.HTTP_NOT_FOUND,
            "there are GET /metrics, GET /histograms, GET /health, POST /batch-send?mode=on|off, "
                + "POST /shared-mix?mode=on|off and POST /decode-ahead?mode=on|off");
    }

    private static void metrics(final HttpExchange exchange, final MetricsExport metrics) throws IOException {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, metrics.collect(), EscapingScheme.DEFAULT);
        answer(exchange, HttpURLConnection.HTTP_OK, PrometheusTextFormatWriter.CONTENT_TYPE, text.toByteArray());
    }

    private static void histograms(final HttpExchange exchange, final FrameStats stats) throws IOException {
        answer(exchange, HttpURLConnection.HTTP_OK, PLAIN_TEXT, HistogramLog.write(stats));
    }

    private static void health(final HttpExchange exchange, final HealthCheck health) throws IOException {
        final HealthCheck.Result result = health.result();
        answer(exchange, result.healthy() ? HttpURLConnection.HTTP_OK : SERVICE_UNAVAILABLE, result.text());
    }

    private static void flip(final HttpExchange exchange, final LoopSwitch what, final LoopCommands commands,
        final long commandMillis) throws IOException {
        // A browser names the page that asks; no page has a reason to, and curl names none.
        if (exchange.getRequestHeaders().containsKey("Origin")) {
            answer(exchange, HttpURLConnection.HTTP_FORBIDDEN, "not from a web page");
            return;
        }
        final String query = exchange.getRequestURI().getQuery();
        if (query == null || !query.equals(MODE + "on") && !query.equals(MODE + "off")) {
            answer(exchange, HttpURLConnection.HTTP_BAD_REQUEST,
                "/" + what.title() + " takes ?mode=on or ?mode=off, not '" + (query == null ? "" : query) + "'");
            return;
        }
        try {
            if (commands.set(what, query.endsWith("on"), commandMillis)) {
                answer(exchange, HttpURLConnection.HTTP_OK, what.title() + " is " + query.substring(MODE.length()));
            } else {
                answer(exchange, HttpURLConnection.HTTP_CONFLICT,
                    what.title() + " stays off: the server was started with options that exclude it");
            }
        } catch (final TimeoutException e) {
            answer(exchange, SERVICE_UNAVAILABLE, e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            answer(exchange, SERVICE_UNAVAILABLE, "the server is stopping");
        }
    }

    private static void answer(final HttpExchange exchange, final int status, final String line) throws IOException {
        answer(exchange, status, PLAIN_TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(final HttpExchange exchange, final int status, final String type, final byte[] body)
        throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void setDefault(final String property, final String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
