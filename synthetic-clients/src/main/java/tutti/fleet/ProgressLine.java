package tutti.fleet;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What the fleet says while it runs: one line when the count begins, for scripts that measure meanwhile, and, on a
 * terminal only, a line of progress that is rewritten in place.
 */
final class ProgressLine {

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final long REDRAW_NANOS = 250_000_000L;
    private static final int MILLI_DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintWriter out;
    private final boolean terminal;
    private final FleetOptions options;
    private long lastNanos;
    private long lastReceived;
    private boolean announced;

    ProgressLine(final PrintWriter out, final boolean terminal, final FleetOptions options) {
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
        if (live.counted && !announced) {
            announced = true;
            announce();
        }
        final long nowNanos = live.atNanos;
        if (terminal && nowNanos - lastNanos >= REDRAW_NANOS) {
            redraw(live, nowNanos);
        }
    }

    /** Scripts wait for this line: it begins with "counting ". */
    private void announce() {
        clear();
        out.printf("counting    %d clients for %s s%n", options.clients(),
                BigDecimal.valueOf(options.counted().toMillis(), MILLI_DIGITS).stripTrailingZeros().toPlainString());
        out.flush();
    }

    private void redraw(final LiveCounts live, final long nowNanos) {
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
