package tutti.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.server.ServerMonitor;
import tutti.server.StartupException;

final class AdminServerTest {
    private final ServerMonitor monitor = ServerMonitor.create();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile boolean batching = true;
    private volatile boolean looping = true;
    private final Thread loop = new Thread(this::loop);
    private AdminServer admin;

    @BeforeEach
    void start() throws StartupException {
        admin = AdminServer.bind(0);
        admin.start(monitor, 60_000);
        loop.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        looping = false;
        loop.join();
        admin.close();
        client.close();
    }

    @Test
    void shouldServeMetrics() throws Exception {
        final HttpResponse<String> response = send("GET", "/metrics");

        assertEquals(200, response.statusCode());
        assertTrue(response.headers().firstValue("Content-Type").orElseThrow().startsWith("text/plain; version=0.0.4"));
        assertTrue(response.body().contains("tutti_hold_window_seconds_bucket"));
        assertTrue(response.body().endsWith("\n"));
    }

    @Test
    void shouldServeWholeHistograms() throws Exception {
        final HttpResponse<String> response = send("GET", "/histograms");

        assertEquals(200, response.statusCode());
        assertTrue(response.body().contains("\nTag=hold-window,"), response.body());
    }

    @Test
    void shouldServeHealth() throws Exception {
        final HttpResponse<String> response = send("GET", "/health");

        assertEquals(200, response.statusCode());
        assertTrue(response.body().matches("(starting|ok, 0 clients)\n"), response.body());
    }

    @Test
    void shouldSwitchBatchSendBeforeItAnswers() throws Exception {
        HttpResponse<String> response = send("POST", "/batch-send?mode=off");
        assertFalse(batching);
        assertEquals(200, response.statusCode());
        assertEquals("batch-send is off\n", response.body());

        response = send("POST", "/batch-send?mode=on");
        assertTrue(batching);
        assertEquals("batch-send is on\n", response.body());
    }

    @Test
    void shouldSayWhatThisServerCannotSwitchOn() throws Exception {
        HttpResponse<String> response = send("POST", "/decode-ahead?mode=on");
        assertEquals(409, response.statusCode());
        assertEquals("decode-ahead stays off: the server was started with options that exclude it\n", response.body());

        response = send("POST", "/decode-ahead?mode=off");
        assertEquals(200, response.statusCode());
        assertEquals("decode-ahead is off\n", response.body());
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /batch-send?mode=off,      405, /batch-send takes POST only",
        "POST, /metrics,                  405, /metrics takes GET only",
        "POST, /health,                   405, /health takes GET only",
        "POST, /batch-send,               400, '/batch-send takes ?mode=on or ?mode=off, not '''''",
        "POST, /batch-send?mode=,         400, '/batch-send takes ?mode=on or ?mode=off, not ''mode='''",
        "POST, /batch-send?mode=OFF,      400, '/batch-send takes ?mode=on or ?mode=off, not ''mode=OFF'''",
        "POST, /batch-send?mode=on&x=y,   400, '/batch-send takes ?mode=on or ?mode=off, not ''mode=on&x=y'''",
        "GET,  /,                         404, 'there are GET /metrics, GET /histograms, GET /health, "
            + "POST /batch-send?mode=on|off, POST /shared-mix?mode=on|off and POST /decode-ahead?mode=on|off'",
        "GET,  /metricsx,                 404, 'there are GET /metrics, GET /histograms, GET /health, "
            + "POST /batch-send?mode=on|off, POST /shared-mix?mode=on|off and POST /decode-ahead?mode=on|off'",
        "GET,  /health/x,                 404, 'there are GET /metrics, GET /histograms, GET /health, "
            + "POST /batch-send?mode=on|off, POST /shared-mix?mode=on|off and POST /decode-ahead?mode=on|off'",
    })
    void shouldRefuseInOneLine(final String method, final String path, final int status, final String line)
        throws Exception {
        final HttpResponse<String> response = send(method, path);

        assertEquals(status, response.statusCode());
        assertEquals(line + "\n", response.body());
        assertEquals(status == 405, response.headers().firstValue("Allow").isPresent());
        assertTrue(batching, "nothing was switched");
    }

    @Test
    void shouldNotObeyWebPages() throws Exception {
        final HttpRequest request = HttpRequest.newBuilder(uri("/batch-send?mode=off"))
            .POST(HttpRequest.BodyPublishers.noBody()).header("Origin", "http://example.org").build();

        assertEquals(403, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
        assertTrue(batching);
    }

    @Test
    void shouldSayWhenTheLoopDoesNotAnswer() throws Exception {
        looping = false;
        loop.join();
        try (AdminServer impatient = AdminServer.bind(0)) {
            impatient.start(monitor, 1);
            final URI uri = URI.create("http://localhost:" + impatient.port() + "/batch-send?mode=off");
            final HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertEquals(503, response.statusCode());
            assertEquals("the server loop did not answer within 1 ms\n", response.body());
        }
    }

    @Test
    void shouldSayWhenThePortIsTaken() {
        final StartupException refusal =
            assertThrows(StartupException.class, () -> AdminServer.bind(admin.port()));

        final String begin = "TCP port " + admin.port() + " for the admin pages cannot be had (";
        assertTrue(refusal.getMessage().startsWith(begin), refusal.getMessage());
        assertTrue(refusal.getMessage().endsWith("): choose another one with --admin-port"), refusal.getMessage());
    }

    @Test
    void shouldListenOnTheLoopbackAddressOnly() throws IOException {
        try (ServerSocket other = new ServerSocket()) {
            other.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), admin.port()));
            assertTrue(other.isBound(), "the port is free on other addresses");
        }
    }

    private void loop() {
        while (looping) {
            monitor.commands().drain(this::onSwitch, 4);
            Thread.onSpinWait();
        }
    }

    /** As in a server that has batch-send and nothing else. */
    private boolean onSwitch(final LoopSwitch what, final boolean on) {
        if (what == LoopSwitch.BATCH_SEND) {
            batching = on;
        }
        return what == LoopSwitch.BATCH_SEND || !on;
    }

    private HttpResponse<String> send(final String method, final String path) throws Exception {
        final HttpRequest request =
            HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.noBody()).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(final String path) {
        return URI.create("http://localhost:" + admin.port() + path);
    }
}
