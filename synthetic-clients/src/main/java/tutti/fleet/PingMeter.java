package tutti.fleet;

import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

/**
 * Pings the server every 500 ms, as the real client's window does (spec appendix B), and takes the time of the answers:
 * from just before the ping is handed to the kernel until the kernel stamps the answer's arrival.
 */
final class PingMeter {

    static final long PERIOD_NANOS = 500_000_000L;

    private final Histogram roundTrips;
    private final UnsafeBuffer frame;
    private long nextNanos;
    private int lastTime;
    private long sentWallNanos;
    private boolean awaited;
    private boolean counting;
    private long sent;
    private long unanswered;

    /**
     * @param frame      off-heap memory for the message, {@code Frame.OVERHEAD + Ping.BODY_LENGTH} bytes
     * @param roundTrips receives the times in nanoseconds, while counting
     * @param firstNanos when the first ping is due, on the clock of {@link #due}
     */
    PingMeter(final UnsafeBuffer frame, final Histogram roundTrips, final long firstNanos) {
        this.frame = frame;
        this.roundTrips = roundTrips;
        this.nextNanos = firstNanos;
    }

    /** {@return whether the next ping is to be sent} */
    boolean due(final long nowNanos) {
        return nowNanos - nextNanos >= 0;
    }

    /**
     * Writes the next ping. One that is still without an answer counts as unanswered.
     *
     * @param nowNanos  the clock of {@link #due}
     * @param wallNanos the clock of the arrival stamps, read just before sending
     * @return length of the message, in bytes
     */
    int next(final long nowNanos, final long wallNanos) {
        if (awaited && counting) {
            unanswered++;
        }
        if (counting) {
            sent++;
        }
        nextNanos += PERIOD_NANOS * (1 + (nowNanos - nextNanos) / PERIOD_NANOS);
        awaited = true;
        sentWallNanos = wallNanos;
        lastTime = (int) (wallNanos / 1_000_000);
        Ping.write(frame, Frame.bodyOffset(0), lastTime);
        return Frame.write(frame, 0, MessageId.CLM_PING_MS, 0, Ping.BODY_LENGTH);
    }

    /** {@return native address of the message that {@link #next} wrote} */
    long address() {
        return frame.addressOffset();
    }

    /**
     * Takes an answer; one to an older ping than the last is ignored.
     *
     * @param time             the time that the answer brings back
     * @param arrivalWallNanos when it arrived
     */
    void answered(final int time, final long arrivalWallNanos) {
        if (!awaited || time != lastTime) {
            return;
        }
        awaited = false;
        if (counting) {
            final long roundTrip = arrivalWallNanos - sentWallNanos;
            roundTrips.recordValue(Math.clamp(roundTrip, 0, roundTrips.getHighestTrackableValue()));
        }
    }

    /** Counts from now on; a ping that is under way is not counted. */
    void startCounting() {
        counting = true;
        awaited = false;
    }

    void stopCounting() {
        counting = false;
    }

    /** {@return pings sent while counting} */
    long sent() {
        return sent;
    }

    /** {@return pings that had no answer when the next one was due} */
    long unanswered() {
        return unanswered;
    }
}
