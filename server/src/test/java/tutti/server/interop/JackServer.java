package tutti.server.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JACK server without a sound card, of its own name so that it meets no other one on the machine. It asks for
 * real-time scheduling and goes on without where that is not allowed; on a busy machine only real-time scheduling keeps
 * JACK itself from dropping periods.
 */
final class JackServer implements AutoCloseable {
    /** Left output of jack_simple_client: a sine of this many Hz. */
    static final double LEFT_TONE = 240;
    /** Right output of jack_simple_client: a sine of this many Hz. */
    static final double RIGHT_TONE = 720;
    /** Amplitude of both tones, full scale at 1. */
    static final double TONE_AMPLITUDE = 0.2;

    private static final int COMMAND_TIMEOUT_SECONDS = 20;

    private final Path folder;
    private final Map<String, String> environment;
    private final Program jackd;
    private int commands;

    /**
     * @param folder       for the logs
     * @param periodFrames samples in a period, at 48 kHz
     */
    JackServer(final Path folder, final int periodFrames) throws IOException {
        this.folder = folder;
        this.environment = Map.of(
                "JACK_DEFAULT_SERVER", "tutti-" + ProcessHandle.current().pid() + "-" + periodFrames,
                "JACK_NO_START_SERVER", "1",
                "JACK_NO_AUDIO_RESERVATION", "1");
        this.jackd = Program.start(folder.resolve("jackd.log"), environment, List.of(
                "jackd", "--realtime", "--realtime-priority", "10",
                "-d", "dummy", "-r", "48000", "-p", Integer.toString(periodFrames)));
    }

    /** @return the variables that lead a JACK client to this server */
    Map<String, String> environment() {
        return environment;
    }

    /** @return the names of all ports; empty while the server is not ready */
    List<String> ports() throws IOException, InterruptedException {
        final Program list = command("jack_lsp");
        return list.await(COMMAND_TIMEOUT_SECONDS) == 0 ? list.output().lines().toList() : List.of();
    }

    /** Starts the two tones, at the ports {@code NAME:output1} (left) and {@code NAME:output2} (right). */
    Program startTones(final String name) throws IOException {
        return Program.start(folder.resolve(name + ".log"), environment, List.of("jack_simple_client", name));
    }

    void connect(final String output, final String input) throws IOException, InterruptedException {
        final Program connect = command("jack_connect", output, input);
        if (connect.await(COMMAND_TIMEOUT_SECONDS) != 0) {
            throw new IllegalStateException("cannot connect " + output + " to " + input + ": " + connect);
        }
    }

    /**
     * Records for a while.
     *
     * @param seconds how long
     * @param ports   outputs to be recorded
     * @return the samples, full scale at 1, first index the port
     */
    float[][] record(final int seconds, final List<String> ports) throws IOException, InterruptedException {
        final Path file = folder.resolve("recording-" + commands + ".wav");
        final List<String> arguments = new ArrayList<>(List.of(
                "jack_rec", "-f", file.toString(), "-d", Integer.toString(seconds), "-b", "16", "-B", "65536"));
        arguments.addAll(ports);
        final Program recorder = command(arguments.toArray(String[]::new));
        if (recorder.await(seconds + COMMAND_TIMEOUT_SECONDS) != 0) {
            throw new IllegalStateException("cannot record: " + recorder);
        }
        return WaveFile.read(file);
    }

    /** @return how often JACK was late so far, in its own judgement: gaps that are not the server's fault */
    long latePeriods() {
        return jackd.output().lines().filter(line -> line.contains("XRun")).count();
    }

    private Program command(final String... command) throws IOException {
        commands++;
        return Program.start(folder.resolve(command[0] + "-" + commands + ".log"), environment, List.of(command));
    }

    @Override
    public void close() {
        jackd.close();
    }

    @Override
    public String toString() {
        return jackd.toString();
    }
}
