package tutti.server;

import java.nio.charset.StandardCharsets;
import java.util.TimeZone;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.ChatText;
import tutti.protocol.Limits;
import tutti.protocol.MessageId;
import tutti.protocol.Utf8Field;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;

/**
 * Passes a musician's chat text on to everybody, with a colour, the time and the name, escaped so that nobody can
 * put markup into others' chat windows (spec 4.8):
 * <pre>
 *   &lt;font color="COLOUR"&gt;(HH:MM:SS AM) &lt;b&gt;NAME&lt;/b&gt;&lt;/font&gt; TEXT
 * </pre>
 */
final class Chat {

    private static final byte[][] COLOURS = {
        ascii("mediumblue"), ascii("red"), ascii("darkorchid"), ascii("green"), ascii("maroon"), ascii("coral")};
    private static final byte[] BEFORE_COLOUR = ascii("<font color=\"");
    private static final byte[] BEFORE_TIME = ascii("\">(");
    private static final byte[] BEFORE_NAME = ascii(") <b>");
    private static final byte[] BEFORE_TEXT = ascii("</b></font> ");
    private static final byte[] LESS = ascii("&lt;");
    private static final byte[] GREATER = ascii("&gt;");
    private static final byte[] AMPERSAND = ascii("&amp;");
    private static final byte[] QUOTE = ascii("&quot;");
    private static final int LONGEST_ESCAPE = QUOTE.length;
    private static final int MARKUP_BYTES = 128;
    private static final int MILLIS_PER_SECOND = 1000;
    private static final int SECONDS_PER_DAY = 24 * 60 * 60;

    private final SessionTable sessions;
    private final ControlOutbox outbox;
    private final Counters counters;
    private final EpochClock clock;
    private final TimeZone zone = TimeZone.getDefault();
    private final UnsafeBuffer line = new UnsafeBuffer(new byte[MARKUP_BYTES
        + (Limits.MAX_NAME_CHARS + Limits.MAX_CHAT_CHARS) * Math.max(LONGEST_ESCAPE, Limits.MAX_BYTES_PER_CHAR)]);
    private final UnsafeBuffer wellFormed =
        new UnsafeBuffer(new byte[Limits.MAX_CHAT_CHARS * Limits.MAX_BYTES_PER_CHAR]);
    private final Utf8Field wellFormedView = new Utf8Field();
    private int length;

    /**
     * @param clock wall clock, for the time shown, in the machine's time zone.
     */
    Chat(final SessionTable sessions, final ControlOutbox outbox, final Counters counters, final EpochClock clock) {
        this.sessions = sessions;
        this.outbox = outbox;
        this.counters = counters;
        this.clock = clock;
    }

    /**
     * Queues a chat text for everybody, its sender included. A client whose queue is full misses it.
     *
     * @param speaker who wrote it.
     * @param text what.
     * @param now present time in ns, for the bound on how often one client may speak.
     */
    void say(final Session speaker, final Utf8Field text, final long now) {
        if (!speaker.chatAllowance().take(now)) {
            counters.increment(Counter.REFUSED_FLOOD);
            return;
        }
        compose(speaker, text);
        final int body = ChatText.write(outbox.scratch(), ControlOutbox.BODY, line, 0, length);
        for (int position = 0; position < sessions.count(); position++) {
            outbox.queue(sessions.connected(position), MessageId.CHAT_TEXT, body);
        }
    }

    private void compose(final Session speaker, final Utf8Field text) {
        length = 0;
        put(BEFORE_COLOUR);
        put(COLOURS[speaker.id() % COLOURS.length]);
        put(BEFORE_TIME);
        putTime();
        put(BEFORE_NAME);
        putEscaped(speaker.info().view().name());
        put(BEFORE_TEXT);
        putEscaped(wellFormedView.wrapText(wellFormed, 0, text.copyWellFormedTo(wellFormed, 0)));
    }

    private void putTime() {
        final long millis = clock.time();
        final long local = (millis + zone.getOffset(millis)) / MILLIS_PER_SECOND;
        final int second = (int) Math.floorMod(local, (long) SECONDS_PER_DAY);
        final int hour = second / 3600;
        putTwoDigits(hour % 12 == 0 ? 12 : hour % 12);
        put((byte) ':');
        putTwoDigits(second / 60 % 60);
        put((byte) ':');
        putTwoDigits(second % 60);
        put((byte) ' ');
        put((byte) (hour < 12 ? 'A' : 'P'));
        put((byte) 'M');
    }

    private void putTwoDigits(final int number) {
        put((byte) ('0' + number / 10));
        put((byte) ('0' + number % 10));
    }

    private void putEscaped(final Utf8Field text) {
        for (int i = 0; i < text.length(); i++) {
            final byte unit = text.buffer().getByte(text.offset() + i);
            switch (unit) {
                case '<' -> put(LESS);
                case '>' -> put(GREATER);
                case '&' -> put(AMPERSAND);
                case '"' -> put(QUOTE);
                default -> put(unit);
            }
        }
    }

    private void put(final byte[] bytes) {
        line.putBytes(length, bytes);
        length += bytes.length;
    }

    private void put(final byte unit) {
        line.putByte(length, unit);
        length++;
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
