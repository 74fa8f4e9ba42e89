package tutti.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** What the scripts of the harness need of the machine they are tested on. */
public final class ScriptMachine {

    /** Below the ports that Linux gives to sockets which ask for any, so that nobody gets them in the meantime. */
    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;
    private static final int ATTEMPTS = 100;

    private ScriptMachine() {
    }

    /** Skips the test, and says why, where a script that measures could only say what it misses. */
    public static void assumeScriptsRun() {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2,
            "SKIPPED: a server that is measured needs a processor of its own, and there is only one");
        for (final String tool : List.of("curl", "taskset")) {
            assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(directory ->
                Files.isExecutable(Path.of(directory, tool))), "SKIPPED: " + tool + " is not installed");
        }
    }

    /**
     * Finds ports that follow each other, which nobody uses on this machine, neither for UDP nor for TCP.
     *
     * @param count how many.
     * @return the first.
     */
    public static int freePorts(final int count) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            final int first = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT - count);
            if (areFree(first, count)) {
                return first;
            }
        }
        throw new IOException("no " + count + " free ports in a row between " + FIRST_PORT + " and " + LAST_PORT
            + " in " + ATTEMPTS + " attempts");
    }

    private static boolean areFree(final int first, final int count) {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        for (int port = first; port < first + count; port++) {
            try (DatagramSocket udp = new DatagramSocket(new InetSocketAddress(loopback, port));
                ServerSocket tcp = new ServerSocket(port, 1, loopback)) {
                assert udp.isBound() && tcp.isBound();
            } catch (final IOException e) {
                return false;
            }
        }
        return true;
    }
}
