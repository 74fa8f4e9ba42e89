package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user sees of {@code java -jar server.jar}: output, exit codes, signals, the admin port. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class ServerJarIT {
    private static final String STAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) ";

    @Test
    void shouldExplainItselfOnStandardOutputOnly() throws Exception {
        try (ServerProcess server = ServerProcess.start("--help")) {
            assertTrue(server.output().startsWith("Usage: java -jar server.jar [OPTION]..."));
            assertEquals(List.of(), server.errorLines());
            assertEquals(0, server.exitCode());
        }
    }

    @Test
    void shouldKnowItsVersion() throws Exception {
        try (ServerProcess server = ServerProcess.start("--version")) {
            assertTrue(server.output().matches("Tutti \\d+\\.\\d+\\.\\d+, Java .*"));
            assertEquals(0, server.exitCode());
        }
    }

    @Test
    void shouldRefuseAWrongOption() throws Exception {
        assertRefusal("tutti: --max-clients takes 1 to 150, not '151' (--help shows all options)",
            "--max-clients", "151");
    }

    @Test
    void shouldRefuseAPortInUse() throws Exception {
        try (DatagramSocket other = new DatagramSocket()) {
            final String port = Integer.toString(other.getLocalPort());
            assertRefusal("tutti: UDP port " + port + " is in use by another program.*", "--port", port);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "portable"})
    void shouldRefuseThePortOfAnotherServer(final String transport) throws Exception {
        final String port = freeUdpPort();
        try (ServerProcess first = ServerProcess.start("--port", port, "--transport", transport)) {
            assertTrue(first.errorLine().contains("UDP port " + port));
            assertRefusal("tutti: UDP port " + port + " is in use by another program.*",
                "--port", port, "--transport", transport);
        }
    }

    @Test
    void shouldRefuseAnAdminPortInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final String port = Integer.toString(other.getLocalPort());
            assertRefusal("tutti: TCP port " + port + " for the admin pages cannot be had.*",
                "--port", "0", "--admin-port", port);
        }
    }

    @Test
    void shouldRefuseALibraryThatIsNotThere() throws Exception {
        assertRefusal("tutti: --opus-library: there is no readable file no/such/libopus\\.so .*",
            "--port", "0", "--opus-library", "no/such/libopus.so");
    }

    @Test
    void shouldRefuseALibraryThatIsNone(@TempDir final Path directory) throws Exception {
        final Path file = Files.writeString(directory.resolve("libopus.so"), "no library");

        assertRefusal("tutti: no usable libopus: .*" + file + ".*native/get-libopus\\.sh.*",
            "--port", "0", "--opus-library", file.toString());
    }

    @Test
    void shouldNameTheJavaItNeedsUnderAnOlderOne() throws Exception {
        final Optional<Path> old = olderJava();
        assumeTrue(old.isPresent(), "SKIPPED: no Java older than " + Launcher.NEEDED_JAVA + " beside this one");
        try (ServerProcess server = ServerProcess.startWith(List.of(ServerProcess.javaOf(old.get())))) {
            final List<String> lines = server.errorLines();
            assertEquals(2, server.exitCode());
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.getFirst().startsWith("tutti: needs Java 25 or later, but this is Java "),
                lines.toString());
        }
    }

    @Test
    void shouldGetVectorsByItselfInTheSameProcess() throws Exception {
        final List<String> java =
            List.of(ServerProcess.javaOf(Path.of(System.getProperty("java.home"))), "-Xmx80m", "-Dsome.property=kept");
        try (ServerProcess server = ServerProcess.startWith(java, "--port", "0", "--welcome", "a b")) {
            final String first = server.errorLine();
            assertTrue(first.matches(STAMP + ".*UDP port \\d+.*vector.*libopus.*"), first);
            final List<String> command = List.of(
                Files.readString(Path.of("/proc", Long.toString(server.pid()), "cmdline")).split("\0"));
            assertTrue(command.contains("--add-modules=jdk.incubator.vector"), command.toString());
            assertTrue(command.indexOf("-Xmx64m") < command.indexOf("-Xmx80m"), command.toString());
            assertTrue(command.contains("-Dsome.property=kept"), command.toString());
            assertEquals(List.of("--port", "0", "--welcome", "a b"),
                command.subList(command.size() - 4, command.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void shouldEndInOrderOnSignals(final String signal) throws Exception {
        try (ServerProcess server = ServerProcess.start("--port", "0", "--transport", "portable")) {
            server.errorLine();
            server.signal(signal);
            final List<String> lines = server.errorLines();

            assertEquals(0, server.exitCode(), lines.toString());
            assertTrue(lines.getFirst().startsWith("--- since the start, "), lines.toString());
            assertTrue(lines.getLast().matches(STAMP + "stopped"), lines.toString());
        }
    }

    @Test
    void shouldPrintASummaryEverySoOften() throws Exception {
        try (ServerProcess server = ServerProcess.start("--port", "0", "--stats", "1")) {
            server.errorLine();
            assertTrue(server.errorLine().startsWith("--- since the last, "));
        }
    }

    @Test
    void shouldAnswerOnTheAdminPort() throws Exception {
        final String port = freeTcpPort();
        try (ServerProcess server = ServerProcess.start("--port", "0", "--admin-port", port);
            HttpClient client = HttpClient.newHttpClient()) {
            server.errorLine();

            final URI uri = URI.create("http://localhost:" + port + "/batch-send?mode=off");
            final HttpRequest off = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build();
            assertEquals("batch-send is off\n", client.send(off, HttpResponse.BodyHandlers.ofString()).body());
            assertTrue(server.errorLine().matches(STAMP + "batch-send is off"));

            final List<String> metrics = get(client, port, "/metrics").lines().toList();
            assertTrue(metrics.contains("tutti_batch_send 0.0"), metrics.toString());
            assertTrue(metrics.contains("tutti_commands_total 1.0"), metrics.toString());
            assertTrue(get(client, port, "/health").matches("(ok, 0 clients|starting)\n"));
        }
    }

    private static void assertRefusal(final String line, final String... options) throws Exception {
        try (ServerProcess server = ServerProcess.start(options)) {
            final List<String> lines = server.errorLines();
            assertEquals(2, server.exitCode(), lines.toString());
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.getFirst().equals(line) || lines.getFirst().matches(line), lines.toString());
            assertEquals("", server.output());
        }
    }

    private static String get(final HttpClient client, final String port, final String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
    }

    private static String freeUdpPort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    private static String freeTcpPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    /** Another Java in the directory where the one of this test lies, by the version in its {@code release} file. */
    private static Optional<Path> olderJava() throws IOException {
        try (var homes = Files.list(Path.of(System.getProperty("java.home")).toRealPath().getParent())) {
            return homes.filter(home -> Files.isExecutable(Path.of(ServerProcess.javaOf(home))))
                .filter(ServerJarIT::isOld).findFirst();
        }
    }

    private static boolean isOld(final Path home) {
        try (var lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.split("[\"._+-]")[2])
                .anyMatch(version -> Launcher.feature(version) < Launcher.NEEDED_JAVA);
        } catch (final IOException e) {
            return false;
        }
    }
}
