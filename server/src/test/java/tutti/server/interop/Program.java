package tutti.server.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that the test has started, its output in a log file; closing it ends it, by its own process id. It runs
 * before other programs of the machine, if that is allowed: none of them can make up for time that it did not get.
 */
final class Program implements AutoCloseable {
    private static final long END_TIMEOUT_SECONDS = 5;

    private final Process process;
    private final Path log;

    private Program(final Process process, final Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * @param log         where standard output and error go
     * @param environment variables to be set beside the test's own
     * @param command     program and arguments
     */
    static Program start(final Path log, final Map<String, String> environment, final List<String> command)
            throws IOException {
        final List<String> preferred = new ArrayList<>(List.of("nice", "-n", "-19"));
        preferred.addAll(command);
        final ProcessBuilder builder = new ProcessBuilder(preferred)
                .directory(log.getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new Program(builder.start(), log);
    }

    /** @return the first of {@code names} that is an executable file on the PATH */
    static Optional<Path> find(final String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(":")).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /**
     * Waits for the program's own end.
     *
     * @return its exit code
     * @throws IllegalStateException if it goes on for longer than {@code timeoutSeconds}
     */
    int await(final long timeoutSeconds) throws InterruptedException {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
            close();
            throw new IllegalStateException("did not end within " + timeoutSeconds + " s: " + this);
        }
        return process.exitValue();
    }

    /** @return what the program has written so far */
    String output() {
        try {
            return Files.readString(log);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** @return the log's name and content, for a message */
    @Override
    public String toString() {
        return log.getFileName() + (isRunning() ? " (running)" : " (ended)") + ":\n" + output();
    }
}
