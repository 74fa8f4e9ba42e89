package tutti.server.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class LogWriterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LogWriter log =
        new LogWriter(new PrintStream(out, true, StandardCharsets.UTF_8), ZoneOffset.ofHoursMinutes(5, 30));

    @Test
    void shouldStampLinesAsIso8601Does() {
        log.line(0, "épée");

        assertEquals("1970-01-01T05:30:00.000+05:30 épée" + System.lineSeparator(), text());
    }

    @Test
    void shouldUseThePresentTimeWhenNoneIsGiven() {
        log.line("now");

        final OffsetDateTime stamp = OffsetDateTime.parse(text().split(" ")[0]);
        assertTrue(stamp.isAfter(OffsetDateTime.parse("2026-01-01T00:00:00Z")), text());
    }

    @Test
    void shouldNotLetTextEndALineOrControlATerminal() {
        log.line(0, "name\r\n2026 faked\u001b[2J\u0085");

        assertEquals("1970-01-01T05:30:00.000+05:30 name??2026 faked?[2J?" + System.lineSeparator(), text());
    }

    @Test
    void shouldShowWhereAFaultCameFrom() {
        log.fault("a fault", new IllegalStateException("why"));

        assertTrue(text().contains(" a fault: java.lang.IllegalStateException: why"), text());
        assertTrue(text().contains("at tutti.server.events.LogWriterTest.shouldShow"), text());
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
