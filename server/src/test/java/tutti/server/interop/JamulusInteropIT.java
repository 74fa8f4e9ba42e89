package tutti.server.interop;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Two real Jamulus clients on one server. A tone goes into the first one's left input and another into its right one,
 * and both must come out of both clients: on the right side, at full level, without a gap.
 *
 * <p>Runs against {@code server.jar} as a user would start it. The same test runs against another server, for
 * comparison, with {@code -Dtutti.interop.server="Jamulus --server --nogui"}; {@code --port N} is added to the command.
 */
class JamulusInteropIT {
    private static final String TONES = "tones";
    private static final List<String> MUSICIANS = List.of("Zoë", "Łukasz ♪");
    private static final long START_TIMEOUT_MILLIS = 30_000;
    private static final long POLL_MILLIS = 50;
    /** New musicians are faded in over 3 s of audio; more than enough recordings of 1 s to see that end. */
    private static final int FADE_IN_RECORDINGS = 20;
    /** Part of the time for which the tones must be right to be called fully faded in. */
    private static final double MOSTLY = 0.75;
    private static final int RECORDING_SECONDS = 5;
    private static final double SECONDS_WITHOUT_GAP = 3;
    /** That many recordings with gaps for which there is no excuse are a failure. */
    private static final int MAX_CONCLUSIVE_RECORDINGS = 3;
    /** After that many recordings with gaps, most of them excused, nothing can be said. */
    private static final int MAX_RECORDINGS = 12;

    private Path jamulus;

    @BeforeEach
    void findPrograms() {
        final List<String> missing = Stream.of("jackd", "jack_lsp", "jack_connect", "jack_rec", "jack_simple_client")
                .filter(name -> Program.find(name).isEmpty())
                .toList();
        final Optional<Path> found = Program.find("Jamulus", "jamulus");
        if (found.isEmpty() || !missing.isEmpty()) {
            skip("not installed: " + (found.isEmpty() ? "Jamulus " : "") + String.join(" ", missing)
                    + " (apt-get install jamulus jackd2)");
        }
        jamulus = found.orElseThrow();
    }

    @ParameterizedTest(name = "{0}-sample frames")
    @ValueSource(ints = {128, 64})
    void shouldCarryAToneFromOneRealClientToBothWithoutAGap(final int frameSamples) throws Exception {
        final Path folder = Path.of("target", "interop", Integer.toString(frameSamples)).toAbsolutePath();
        deleteLogs(folder);
        final int port = freePort();
        try (JackServer jack = new JackServer(folder, frameSamples);
                Program server = Program.start(folder.resolve("server.log"), Map.of(), serverCommand(port))) {
            awaitJack(jack);
            await("an answer of the server", server, () -> ClientListRequest.ask(port).isPresent());
            try (JamulusClient first = client(folder, 0, port, frameSamples, jack);
                    JamulusClient second = client(folder, 1, port, frameSamples, jack);
                    Program tones = jack.startTones(TONES)) {
                play(jack, first, second, tones);
                await("both musicians in the client list", server, () -> bothAreListed(port));
                final List<String> outputs = new ArrayList<>(first.outputs(jack.ports()));
                outputs.addAll(second.outputs(jack.ports()));

                awaitFullLevel(jack, outputs);
                awaitTimeWithoutGap(jack, outputs);

                assertTrue(bothAreListed(port), () -> "no longer listed: " + first + second + server);
                assertTrue(first.isRunning() && second.isRunning(), () -> "a client has ended: " + first + second);
            }
        }
    }

    private JamulusClient client(
            final Path folder, final int number, final int port, final int frameSamples, final JackServer jack)
            throws IOException {
        return new JamulusClient(jamulus, folder, "client" + number, MUSICIANS.get(number), port, frameSamples,
                jack.environment());
    }

    private static List<String> serverCommand(final int port) {
        final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        final String jar = Path.of("target", "server.jar").toAbsolutePath().toString();
        final List<String> command = new ArrayList<>(List.of(
                System.getProperty("tutti.interop.server", java + " -jar " + jar + " --admin-port 0").split(" ")));
        command.addAll(List.of("--port", Integer.toString(port)));
        return command;
    }

    /** Leads the left tone into the first client's left input, the right one into its right input. */
    private static void play(
            final JackServer jack, final JamulusClient first, final JamulusClient second, final Program tones)
            throws Exception {
        await("the JACK ports of the clients", jack, () -> {
            final List<String> ports = jack.ports();
            return first.inputs(ports).size() == 2 && second.outputs(ports).size() == 2;
        });
        final List<String> sources = List.of(TONES + ":output1", TONES + ":output2");
        await("the JACK ports of the tones", tones, () -> jack.ports().containsAll(sources));
        final List<String> inputs = first.inputs(jack.ports());
        jack.connect(sources.get(0), inputs.get(0));
        jack.connect(sources.get(1), inputs.get(1));
    }

    private static void awaitFullLevel(final JackServer jack, final List<String> outputs) throws Exception {
        Listening listening = new Listening(jack.record(1, outputs));
        for (int i = 0; i < FADE_IN_RECORDINGS && listening.goodPart() < MOSTLY; i++) {
            listening = new Listening(jack.record(1, outputs));
        }
        assertTrue(listening.goodPart() >= MOSTLY, "the tones do not come back at their level: " + listening);
    }

    /**
     * Records until a recording has no gap for long enough. A gap counts against the server only when neither JACK nor
     * this test was late meanwhile.
     */
    private static void awaitTimeWithoutGap(final JackServer jack, final List<String> outputs) throws Exception {
        final List<String> faults = new ArrayList<>();
        int conclusive = 0;
        try (Heartbeat heartbeat = new Heartbeat()) {
            while (conclusive < MAX_CONCLUSIVE_RECORDINGS && faults.size() < MAX_RECORDINGS) {
                final long before = jack.latePeriods() + heartbeat.lateBeats();
                final Listening listening = new Listening(jack.record(RECORDING_SECONDS, outputs));
                if (listening.longestGoodSeconds() >= SECONDS_WITHOUT_GAP) {
                    return;
                }
                final long late = jack.latePeriods() + heartbeat.lateBeats() - before;
                faults.add("machine late " + late + " times: " + listening);
                conclusive += late == 0 ? 1 : 0;
            }
        }
        final String message = "never " + SECONDS_WITHOUT_GAP + " s without a gap:\n" + String.join("\n", faults);
        if (conclusive < MAX_CONCLUSIVE_RECORDINGS) {
            skip("this machine is too busy for real-time sound, " + message);
        }
        fail(message);
    }

    private static boolean bothAreListed(final int port) throws IOException {
        return ClientListRequest.ask(port).filter(names -> names.containsAll(MUSICIANS)).isPresent();
    }

    private static void awaitJack(final JackServer jack) throws Exception {
        try {
            await("the JACK server", jack, () -> !jack.ports().isEmpty());
        } catch (final AssertionError e) {
            skip("JACK does not run on this machine (is /dev/shm there?): " + e.getMessage());
        }
    }

    private static void await(final String what, final Object inLogOf, final Callable<Boolean> condition)
            throws Exception {
        final long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > START_TIMEOUT_MILLIS * 1_000_000) {
                fail("waited in vain for " + what + "; " + inLogOf);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        }
    }

    private static void deleteLogs(final Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (final Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(folder);
    }

    private static void skip(final String reason) {
        final String frame = "*".repeat(100);
        System.err.println(frame + "\nSKIPPED: the interop test with real Jamulus clients: " + reason + "\n" + frame);
        abort(reason);
    }
}
