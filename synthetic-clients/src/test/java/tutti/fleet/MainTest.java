package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String commandLine) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), commandLine.trim().split("\\s+"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--clients 3 | --server",
        "--server 127.0.0.1 --bogus | --bogus",
        "--server 127.0.0.1 --clients 0 | --clients 0",
        "--server 127.0.0.1 --clients many | many",
        "--server 127.0.0.1 --clients 4 --muted 4 | --muted 4",
        "--server 127.0.0.1 --muted -1 | --muted -1",
        "--server 127.0.0.1 --loss 51 | --loss 51",
        "--server 127.0.0.1 --reorder -1 | --reorder -1",
        "--server 127.0.0.1 --drift NaN | --drift NaN",
        "--server 127.0.0.1 --flood -2 | --flood -2",
        "--server 127.0.0.1 --churn 5 --latency 1 | --churn",
        "--server 127.0.0.1 --churn 5 --verify 1 | --verify cannot judge",
        "--server 127.0.0.1 --loss 1 --verify 1 | --band",
        "--server 127.0.0.1 --band a1 | --band a1",
        "--server 127.0.0.1 --latency -1 | --latency -1",
        "--server 127.0.0.1 --clients 4 --muted 2 --latency 3 | --latency 3",
        "--server 127.0.0.1 --clients 4 --latency 1 --verify 4 | --verify 4",
        "--server 127.0.0.1 --seconds 0 | --seconds",
        "--server 127.0.0.1 --seconds -1 | --seconds",
        "--server 127.0.0.1 --ramp-ms -5 | --ramp-ms -5",
        "--server 127.0.0.1 --frame 120 | frame is 120",
        "--server 127.0.0.1 --factor 3 | factor is 3",
        "--server 127.0.0.1 --channels 6 | channels is 6",
        "--server 127.0.0.1 --bytes 5 | bytes is 5",
        "--server 127.0.0.1 --faders loud | --faders loud",
        "--server 127.0.0.1 --verify 11 | --verify 11",
        "--server 127.0.0.1 --no-handshake --faders distinct | --no-handshake",
        "--server 127.0.0.1 --json /nowhere/summary.json | --json /nowhere/summary.json",
        "--server 127.0.0.1:0 | port",
        "--server 127.0.0.1 --rehearse-with 127.0.0.1:0 | --rehearse-with 127.0.0.1:0: the port",
        "--server 127.0.0.1:x | port",
        "--server ::1 | square brackets",
        "--server 127.0.0.1 --opus-library /nowhere/libopus.so | /nowhere/libopus.so",
        "--server 127.0.0.1 --clients 150 --channels 1 --bytes 12 --verify 1 | --verify cannot tell"})
    void wrongOptionsGetOneLineThatNamesThemAndExitCode2(final String commandLine, final String named) {
        assertEquals(2, run(commandLine));
        final String text = err.toString().strip();
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.startsWith("synthetic-clients: ") && text.contains(named), text);
        assertEquals("", out.toString());
    }

    @Test
    void helpSaysWhatIsCountedAndWhatTheExitCodesMean() {
        assertEquals(0, run("--help"));
        final String help = out.toString();
        for (final String expected : new String[] {"--server", "--clients", "--muted", "--seconds", "--ramp-ms",
            "--channels", "--bytes", "--frame", "--factor", "--faders", "--verify", "--latency", "--loss", "--reorder",
            "--drift", "--churn", "--flood", "--band", "--seed", "--json", "--rehearse-with",
            "--no-handshake", "--opus-library", "What is counted", "Exit code", "Examples"}) {
            assertTrue(help.contains(expected), expected);
        }
        assertEquals("", err.toString());
    }

    @Test
    void readsServerAddressesOfAllKinds() {
        assertEquals(22124, FleetOptions.parseServer("--server", "127.0.0.1").getPort());
        assertEquals(5, FleetOptions.parseServer("--server", "127.0.0.1:5").getPort());
        assertEquals("0:0:0:0:0:0:0:1", FleetOptions.parseServer("--server", "[::1]").getAddress().getHostAddress());
        assertEquals(77, FleetOptions.parseServer("--server", "[::1]:77").getPort());
    }

    /** An echo is a server that plays everybody only his own tone: all others are missing. */
    @Test
    void anEchoIsFoundOutBecauseTheOtherTonesAreMissing(@TempDir final Path folder)
            throws IOException, InterruptedException {
        final Path json = folder.resolve("summary.json");
        try (DatagramChannel server = open()) {
            final Thread echo = Thread.ofPlatform().daemon().start(() -> echo(server, new AtomicLong()));
            final int port = portOf(server);
            assertEquals(1, run("--server 127.0.0.1:" + port + " --clients 2 --verify 1 --channels 1 --seconds 1"
                    + " --ramp-ms 0 --no-handshake --json " + json), err.toString());
            // That closes the channel the thread is waiting at.
            echo.interrupt();
            echo.join();
        }
        assertEquals(1, err.toString().lines().filter("counting    2 clients for 1 s"::equals).count(), err.toString());
        assertTrue(out.toString().contains("WRONG"), out.toString());
        final JsonNode summary = new ObjectMapper().readTree(json.toFile());
        assertFalse(summary.get("ok").booleanValue());
        assertEquals(2, summary.get("connected").intValue());
        assertTrue(summary.get("received").longValue() > 0);
        assertEquals(0, summary.get("lost").longValue());
        final JsonNode heard = summary.get("verification");
        assertEquals(1, heard.get("listeners").intValue());
        assertEquals(heard.get("windows"), heard.get("disturbedWindows"));
        assertTrue(summary.get("pingMicros").isNull());
        assertTrue(summary.get("cpu").get("processSeconds").doubleValue() > 0);
        assertEquals(375, summary.get("packetsPerSecond").get("expected").doubleValue());
    }

    /** An echo plays to everybody what he has sent, so that every burst comes back. */
    @Test
    void takesTheTimeOfBurstsThatAnEchoSendsBack(@TempDir final Path folder) throws IOException, InterruptedException {
        final Path json = folder.resolve("summary.json");
        try (DatagramChannel server = open()) {
            final Thread echo = Thread.ofPlatform().daemon().start(() -> echo(server, new AtomicLong()));
            final int port = portOf(server);
            run("--server 127.0.0.1:" + port + " --clients 2 --latency 1 --seconds 1 --ramp-ms 0 --no-handshake --json "
                    + json);
            echo.interrupt();
            echo.join();
        }
        final JsonNode latency = new ObjectMapper().readTree(json.toFile()).get("latency");
        assertEquals(1, latency.get("clients").intValue());
        assertTrue(latency.get("bursts").longValue() > 0, latency.toString());
        assertEquals(0, latency.get("unheard").longValue());
        // A packet is filled, one codec overlaps by a block: 256 samples at least.
        assertTrue(latency.get("p50Millis").doubleValue() > 5, latency.toString());
        assertTrue(latency.get("p90Millis").doubleValue() >= latency.get("p50Millis").doubleValue());
        assertTrue(latency.get("maxMillis").doubleValue() >= latency.get("p90Millis").doubleValue());
        assertTrue(out.toString().contains("latency     p50"), out.toString());
    }

    /** What is sent in the rehearsal is not in the summary. */
    @Test
    void rehearsesElsewhereFirstAndDoesNotCountThat(@TempDir final Path folder)
            throws IOException, InterruptedException {
        final Path json = folder.resolve("summary.json");
        final AtomicLong rehearsed = new AtomicLong();
        try (DatagramChannel partner = open(); DatagramChannel server = open()) {
            final Thread rehearsal = Thread.ofPlatform().daemon().start(() -> echo(partner, rehearsed));
            final Thread echo = Thread.ofPlatform().daemon().start(() -> echo(server, new AtomicLong()));
            run("--server 127.0.0.1:" + portOf(server) + " --rehearse-with 127.0.0.1:" + portOf(partner)
                    + " --clients 2 --seconds 1 --ramp-ms 0 --no-handshake --json " + json);
            rehearsal.interrupt();
            rehearsal.join();
            echo.interrupt();
            echo.join();
        }
        assertTrue(rehearsed.get() > 2 * 3 * 375, rehearsed + " datagrams came to the rehearsal");
        assertEquals(1, err.toString().lines().filter(line -> line.startsWith("counting ")).count(), err.toString());
        final long sent = new ObjectMapper().readTree(json.toFile()).get("sent").longValue();
        assertTrue(sent > 0 && sent < rehearsed.get() / 2, sent + " were counted, " + rehearsed + " rehearsed");
    }

    @Test
    void saysThatNobodyIsThereToRehearseWith() throws IOException {
        try (DatagramChannel partner = open(); DatagramChannel server = open()) {
            assertEquals(2, run("--server 127.0.0.1:" + portOf(server) + " --rehearse-with 127.0.0.1:"
                    + portOf(partner) + " --clients 1 --seconds 1 --ramp-ms 0 --no-handshake"));
            assertEquals("synthetic-clients: --rehearse-with 127.0.0.1:" + portOf(partner)
                    + ": nothing came back, is a server listening there?", err.toString().strip());
        }
    }

    private static DatagramChannel open() throws IOException {
        return DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static int portOf(final DatagramChannel channel) throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    private static void echo(final DatagramChannel server, final AtomicLong received) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(2048);
        try {
            while (true) {
                final SocketAddress from = server.receive(buffer.clear());
                received.incrementAndGet();
                server.send(buffer.flip(), from);
            }
        } catch (final AsynchronousCloseException end) {
            // The test is over.
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
