package tutti.server.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.CachedEpochClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.server.admin.LoopSwitch;
import tutti.transport.PeerAddress;

final class EventPrinterTest {
    private static final PeerAddress VIOLA = new PeerAddress(new InetSocketAddress("203.0.113.7", 22134));

    private final CachedEpochClock clock = new CachedEpochClock();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final EventLog events = new EventLog(clock);
    private final EventPrinter printer =
        new EventPrinter(events, new LogWriter(new PrintStream(out, true, StandardCharsets.UTF_8), ZoneOffset.UTC));

    @BeforeEach
    void setTime() {
        clock.update(Instant.parse("2026-03-04T05:06:07.089Z").toEpochMilli());
    }

    @Test
    void shouldWriteOneLineWithTimeForEachEvent() {
        events.joined(3, VIOLA, 2);
        events.stream(3, 128, 2, 71);
        events.left(3, new PeerAddress(new InetSocketAddress("2001:db8::1", 9)), 1, LeaveCause.TIMED_OUT,
            TimeUnit.HOURS.toNanos(26) + TimeUnit.SECONDS.toNanos(65), 0);
        events.left(4, VIOLA, 0, LeaveCause.DISCONNECTED, TimeUnit.SECONDS.toNanos(5), 17);
        events.serverFull(150);
        events.idle();
        events.switched(LoopSwitch.BATCH_SEND, false);
        events.overloadBegan(150, 375);
        events.overloadEnded(149, 1_000);

        printer.poll();

        assertEquals(List.of(
            "2026-03-04T05:06:07.089Z channel 3 joined from 203.0.113.7:22134, 2 clients",
            "2026-03-04T05:06:07.089Z channel 3 plays stereo, blocks of 128 samples in 71 bytes",
            "2026-03-04T05:06:07.089Z channel 3 left from [2001:db8::1]:9 after 26:01:05: no audio for 30 s, 1 client",
            "2026-03-04T05:06:07.089Z channel 4 left from 203.0.113.7:22134 after 0:00:05: disconnected, 17 packets "
                + "for it could not be sent, 0 clients",
            "2026-03-04T05:06:07.089Z server full: 150 clients, further ones are refused",
            "2026-03-04T05:06:07.089Z server idle: nobody is connected",
            "2026-03-04T05:06:07.089Z batch-send is off",
            "2026-03-04T05:06:07.089Z overload: 375 frames dropped at once with 150 clients; fewer clients, a faster "
                + "core or --cpu with a core of its own would help",
            "2026-03-04T05:06:07.089Z overload over: 1000 frames were dropped, 149 clients"), lines());
    }

    @Test
    void shouldLeaveOutWhatIsTooMuchForOneSecondAndSaySo() {
        for (int i = 0; i < EventPrinter.LINES_PER_SECOND + 5; i++) {
            events.idle();
        }
        clock.advance(1_000);
        events.idle();

        printer.poll();

        final List<String> lines = lines();
        assertEquals(EventPrinter.LINES_PER_SECOND + 2, lines.size());
        assertEquals("2026-03-04T05:06:08.089Z 5 lines left out: more than 400 in a second",
            lines.get(lines.size() - 2));
    }

    @Test
    void shouldSayHowManyEventsFoundTheRingFull() {
        for (int i = 0; i < 2_000; i++) {
            events.joined(0, VIOLA, 1);
        }
        final long lost = events.lost();
        assertTrue(lost > 0 && lost < 2_000);

        printer.poll();
        printer.poll();

        final String told = " " + lost + " events lost: the log could not keep up";
        assertTrue(lines().stream().anyMatch(line -> line.endsWith(told)));
        assertEquals(1, lines().stream().filter(line -> line.contains("events lost")).count());
    }

    @Test
    void shouldPrintWhatIsWaitingBeforeItEnds() {
        printer.start();
        for (int i = 0; i < 100; i++) {
            events.switched(LoopSwitch.BATCH_SEND, true);
        }
        printer.close();

        assertEquals(100, lines().size());
    }

    @Test
    void shouldNotAllocateOnTheFrameThread() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        join(100);
        final long before = threads.getCurrentThreadAllocatedBytes();
        final long own = threads.getCurrentThreadAllocatedBytes() - before;

        join(10_000);

        assertEquals(0, threads.getCurrentThreadAllocatedBytes() - before - 2 * own);
    }

    private void join(final int times) {
        for (int i = 0; i < times; i++) {
            events.joined(1, VIOLA, 1);
        }
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
