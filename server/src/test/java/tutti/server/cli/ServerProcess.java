package tutti.server.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code java -jar server.jar} in a process of its own, as a user starts it, with its output read line by line. */
final class ServerProcess implements AutoCloseable {
    private static final String JAR = Path.of("target", "server.jar").toAbsolutePath().toString();
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;
    private final BufferedReader err;

    private ServerProcess(final List<String> command) throws IOException {
        process = new ProcessBuilder(command).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    /** Starts the jar with the Java that runs this test. */
    static ServerProcess start(final String... options) throws IOException {
        return startWith(List.of(javaOf(Path.of(System.getProperty("java.home")))), options);
    }

    /** Starts the jar with a Java and Java options of one's own. */
    static ServerProcess startWith(final List<String> java, final String... options) throws IOException {
        final List<String> command = new ArrayList<>(java);
        command.add("-jar");
        command.add(JAR);
        command.addAll(List.of(options));
        return new ServerProcess(command);
    }

    static String javaOf(final Path home) {
        return home.resolve("bin").resolve("java").toString();
    }

    long pid() {
        return process.pid();
    }

    /** The next line of standard error; null at its end. */
    String errorLine() throws IOException {
        return err.readLine();
    }

    /** All lines of standard error that are left, once the process has closed it. */
    List<String> errorLines() {
        return err.lines().toList();
    }

    /** All of standard output, once the process has closed it. */
    String output() {
        return String.join("\n", out.lines().toList());
    }

    void signal(final String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
