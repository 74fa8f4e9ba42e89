package tutti.server.events;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import tutti.server.admin.LoopSwitch;
import tutti.transport.PeerAddress;

/**
 * Turns the events of an {@link EventLog} into log lines, on a daemon thread that looks ten times a second.
 *
 * <p>At most {@value #LINES_PER_SECOND} lines are written in a second; what is above is left out and its number
 * written once the flood ends, so that nobody fills a disk by coming and going.
 */
public final class EventPrinter implements AutoCloseable {
    /** Most lines written in one second: every one of 150 clients may join or leave with its stream's line. */
    public static final int LINES_PER_SECOND = 400;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_MILLIS = 2_000;
    private static final int BATCH = 1_024;

    private final EventLog events;
    private final LogWriter log;
    private final MessageHandler print = this::print;
    private final Thread thread;
    private volatile boolean closed;
    private long second = Long.MIN_VALUE;
    private int linesThisSecond;
    private long leftOut;
    private long lostTold;

    /**
     * @param events where events come from
     * @param log    where lines go
     */
    public EventPrinter(final EventLog events, final LogWriter log) {
        this.events = events;
        this.log = log;
        this.thread = new Thread(this::run, "event-printer");
        thread.setDaemon(true);
    }

    /**
     * Begins to print.
     *
     * @return this
     */
    public EventPrinter start() {
        thread.start();
        return this;
    }

    /** Prints what is waiting and ends the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Prints what is waiting, at most a ring full. For tests, and for the thread.
     *
     * @return number of events taken
     */
    int poll() {
        final int taken = events.ring().read(print, BATCH);
        final long lost = events.lost();
        if (lost != lostTold) {
            log.line((lost - lostTold) + " events lost: the log could not keep up");
            lostTold = lost;
        }
        return taken;
    }

    private void run() {
        while (!closed) {
            poll();
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        poll();
        tellLeftOut(System.currentTimeMillis());
    }

    private void print(final int typeId, final MutableDirectBuffer buffer, final int index, final int length) {
        final long epochMillis = buffer.getLong(index + EventLog.EPOCH_MILLIS_OFFSET);
        if (admit(epochMillis)) {
            log.line(epochMillis, text(EventType.ofId(typeId), buffer, index));
        }
    }

    private boolean admit(final long epochMillis) {
        final long now = Math.floorDiv(epochMillis, 1_000L);
        if (now != second) {
            second = now;
            linesThisSecond = 0;
            tellLeftOut(epochMillis);
        }
        linesThisSecond++;
        if (linesThisSecond > LINES_PER_SECOND) {
            leftOut++;
            return false;
        }
        return true;
    }

    private void tellLeftOut(final long epochMillis) {
        if (leftOut > 0) {
            log.line(epochMillis, leftOut + " lines left out: more than " + LINES_PER_SECOND + " in a second");
            leftOut = 0;
        }
    }

    private static String text(final EventType type, final DirectBuffer buffer, final int index) {
        final int clients = buffer.getInt(index + EventLog.CLIENTS_OFFSET);
        final int channel = buffer.getInt(index + EventLog.CHANNEL_OFFSET);
        final int a = buffer.getInt(index + EventLog.A_OFFSET);
        final int b = buffer.getInt(index + EventLog.B_OFFSET);
        final int c = buffer.getInt(index + EventLog.C_OFFSET);
        final long value = buffer.getLong(index + EventLog.VALUE_OFFSET);
        return switch (type) {
            case JOINED -> "channel " + channel + " joined from " + peer(buffer, index) + ", " + count(clients);
            case STREAM -> "channel " + channel + " plays " + (b == 2 ? "stereo" : "mono") + ", blocks of " + a
                + " samples in " + c + " bytes";
            case LEFT -> "channel " + channel + " left from " + peer(buffer, index) + " after " + duration(value)
                + ": " + EventLog.cause(a).text() + unsent(b) + ", " + count(clients);
            case SERVER_FULL -> "server full: " + count(clients) + ", further ones are refused";
            case IDLE -> "server idle: nobody is connected";
            case SWITCHED -> LoopSwitch.of(b).title() + " is " + (a != 0 ? "on" : "off");
            case OVERLOAD_BEGAN -> "overload: " + value + " frames dropped at once with " + count(clients)
                + "; fewer clients, a faster core or --cpu with a core of its own would help";
            case OVERLOAD_ENDED -> "overload over: " + value + " frames were dropped, " + count(clients);
        };
    }

    private static String unsent(final int datagrams) {
        return datagrams == 0 ? "" : ", " + datagrams + " packets for it could not be sent";
    }

    private static String count(final int clients) {
        return clients == 1 ? "1 client" : clients + " clients";
    }

    /** Hours are not folded into days: 26:00:05. */
    private static String duration(final long nanos) {
        final Duration duration = Duration.ofNanos(nanos);
        return "%d:%02d:%02d".formatted(duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }

    private static PeerAddress peer(final DirectBuffer buffer, final int index) {
        final PeerAddress peer = new PeerAddress();
        peer.set(
            buffer.getLong(index + EventLog.ADDRESS_HIGH_OFFSET),
            buffer.getLong(index + EventLog.ADDRESS_LOW_OFFSET),
            buffer.getInt(index + EventLog.PORT_OFFSET),
            buffer.getInt(index + EventLog.SCOPE_OFFSET));
        return peer;
    }
}
