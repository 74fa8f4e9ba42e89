package tutti.fleet;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The line of progress, rewritten in place; prints nothing unless the stream is a terminal. */
final class ProgressLine {

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintStream out;
    private final boolean terminal;
    private final FleetOptions options;
    private long lastNanos;
    private long lastReceived;

    ProgressLine(final PrintStream out, final boolean terminal, final FleetOptions options) {
        this.out = out;
        this.terminal = terminal;
        this.options = options;
    }

    /** {@return whether what this process writes to standard error is seen by a person} */
    static boolean isTerminal() {
        try {
            final String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (final IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /** Shows how things stand. */
    void update(final LiveCounts live) {
        if (!terminal) {
            return;
        }
        final long nowNanos = live.atNanos;
        final double seconds = Math.max(nowNanos - lastNanos, 1) / NANOS_PER_SECOND;
        final long received = live.receivedInAll;
        final Phase phase = live.phase;
        final StringBuilder line = new StringBuilder(CLEAR_LINE);
        line.append(phase.name().toLowerCase(Locale.ROOT));
        if (phase == Phase.COUNTING) {
            append(line, " %.0f of %.0f s", (nowNanos - live.countingSinceNanos) / NANOS_PER_SECOND,
                    options.counted().toNanos() / NANOS_PER_SECOND);
        }
        append(line, "  %d/%d connected  %.0f packets/s received", live.connected, options.clients(),
                (received - lastReceived) / seconds);
        if (phase == Phase.COUNTING) {
            append(line, "  lost %d  wrong tones %d", live.lost, live.wrongTones);
        }
        out.print(line);
        out.flush();
        lastReceived = received;
        lastNanos = nowNanos;
    }

    private static void append(final StringBuilder line, final String format, final Object... arguments) {
        line.append(String.format(Locale.ROOT, format, arguments));
    }

    /** Makes room for what is printed next. */
    void clear() {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.flush();
        }
    }
}
