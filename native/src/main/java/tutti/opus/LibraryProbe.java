package tutti.opus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@link OpusProbe} on a library in a JVM of its own, so that a library that aborts or crashes takes only that
 * process down, and puts what happened into words.
 */
final class LibraryProbe {
    private static final int SIGNAL_EXIT_BASE = 128;
    private static final int SIGABRT = 6;
    private static final int SIGSEGV = 11;
    private static final long TIMEOUT_SECONDS = 20;

    private LibraryProbe() {
    }

    /**
     * What a probe found.
     *
     * @param accepted true if the library did everything right
     * @param version  what the library calls itself, "libopus 1.6.1"; "libopus of unknown version" if it never said
     * @param fault    what it did wrong, to be put after its name; empty if accepted
     */
    record Result(boolean accepted, String version, String fault) {
    }

    /**
     * Probes a library. Takes about 0.2 s.
     *
     * @param library path of an existing file
     * @return what was found
     * @throws UncheckedIOException if the child process cannot be started
     */
    static Result probe(final Path library) {
        try {
            final Process child = new ProcessBuilder(command(library)).redirectErrorStream(true).start();
            child.getOutputStream().close();
            return await(child);
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot start a Java process to try the library " + library, e);
        }
    }

    private static List<String> command(final Path library) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", ownClassPath(),
                "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx32m",
                "-XX:-CreateCoredumpOnCrash", "-XX:+SuppressFatalErrorMessage",
                "--enable-native-access=ALL-UNNAMED",
                OpusProbe.class.getName(),
                library.toAbsolutePath().toString());
    }

    /** The jar or the folder of classes that this class was loaded from. */
    private static String ownClassPath() {
        try {
            return Path.of(LibraryProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (final URISyntaxException e) {
            throw new IllegalStateException("the place that the classes were loaded from is no path", e);
        }
    }

    private static Result await(final Process child) throws IOException {
        final Thread watchdog = Thread.ofVirtual().start(() -> killWhenLate(child));
        try (var output = child.inputReader()) {
            return judge(output.lines().toList(), child.waitFor());
        } catch (final InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
            return new Result(false, "libopus", "was not tried to the end: interrupted");
        } finally {
            watchdog.interrupt();
        }
    }

    /** Ends a child that hangs inside the library; reading its output then ends too. */
    private static void killWhenLate(final Process child) {
        try {
            if (!child.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            // The child ended in time.
        }
    }

    /** Reads the lines that {@link OpusProbe} describes. All else in the output comes from the JVM or the library. */
    static Result judge(final List<String> output, final int exitCode) {
        String version = "libopus of unknown version";
        String step = "loading it";
        for (final String line : output) {
            if (line.startsWith(OpusProbe.VERSION_PREFIX)) {
                version = line.substring(OpusProbe.VERSION_PREFIX.length());
            } else if (line.startsWith(OpusProbe.STEP_PREFIX)) {
                step = line.substring(OpusProbe.STEP_PREFIX.length());
            } else if (line.startsWith(OpusProbe.REFUSED_PREFIX)) {
                return new Result(false, version,
                        "fails when " + step + ": " + line.substring(OpusProbe.REFUSED_PREFIX.length()));
            } else if (line.equals(OpusProbe.WORKS) && exitCode == 0) {
                return new Result(true, version, "");
            }
        }
        return new Result(false, version, "kills its process (" + describeExit(exitCode) + ") when " + step);
    }

    private static String describeExit(final int exitCode) {
        return switch (exitCode - SIGNAL_EXIT_BASE) {
            case SIGABRT -> "abort";
            case SIGSEGV -> "segmentation fault";
            default -> "exit code " + exitCode;
        };
    }
}
