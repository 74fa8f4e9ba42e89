package tutti.server.events;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Writes log lines: a time stamp as in ISO 8601, with milliseconds and the offset of the local zone, and a text. Any
 * thread; lines never mix.
 */
public final class LogWriter {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX");

    private final PrintStream out;
    private final ZoneId zone;

    /**
     * @param out  where lines go
     * @param zone in which time stamps are shown
     */
    public LogWriter(final PrintStream out, final ZoneId zone) {
        this.out = out;
        this.zone = zone;
    }

    /**
     * Writes one line with the present time.
     *
     * @param text what happened; control characters, line ends among them, come out as question marks
     */
    public void line(final String text) {
        line(System.currentTimeMillis(), text);
    }

    /**
     * Writes one line.
     *
     * @param epochMillis when it happened, milliseconds since 1970
     * @param text        what happened; control characters, line ends among them, come out as question marks
     */
    public void line(final long epochMillis, final String text) {
        out.println(STAMP.format(Instant.ofEpochMilli(epochMillis).atZone(zone)) + " " + printable(text));
    }

    /**
     * Writes several lines as they are, without time stamps between them.
     *
     * @param text lines, the last one without its end
     */
    public void block(final String text) {
        out.println(text);
    }

    /**
     * Writes one line with the present time, and where the fault came from.
     *
     * @param text  what happened
     * @param fault what was thrown
     */
    public void fault(final String text, final Throwable fault) {
        synchronized (out) {
            line(text + ": " + fault);
            fault.printStackTrace(out);
        }
    }

    private static String printable(final String text) {
        final StringBuilder safe = new StringBuilder(text);
        for (int i = 0; i < safe.length(); i++) {
            if (Character.isISOControl(safe.charAt(i))) {
                safe.setCharAt(i, '?');
            }
        }
        return safe.toString();
    }
}
