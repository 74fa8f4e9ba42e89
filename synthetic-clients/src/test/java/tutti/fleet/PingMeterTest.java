package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

class PingMeterTest {

    private static final long MILLI = 1_000_000L;
    private static final long START = 17 * MILLI;

    private final UnsafeBuffer frame = new UnsafeBuffer(ByteBuffer.allocateDirect(Frame.OVERHEAD + Ping.BODY_LENGTH));
    private final Histogram roundTrips = new Histogram(1_000 * MILLI, 3);
    private final PingMeter meter = new PingMeter(frame, roundTrips, START);

    private int ping(final long nowNanos, final long wallNanos) {
        final int length = meter.next(nowNanos, wallNanos);
        assertTrue(Frame.isMessage(frame, 0, length));
        assertEquals(MessageId.CLM_PING_MS, Frame.id(frame, 0));
        final Ping ping = new Ping();
        assertTrue(ping.wrap(frame, Frame.bodyOffset(0), Frame.bodyLength(frame, 0)));
        return ping.timeMillis();
    }

    @Test
    void isDueEveryHalfSecondAtItsOwnPhase() {
        assertFalse(meter.due(START - 1));
        assertTrue(meter.due(START));
        ping(START + 3 * MILLI, 0);
        assertFalse(meter.due(START + PingMeter.PERIOD_NANOS - 1));
        assertTrue(meter.due(START + PingMeter.PERIOD_NANOS));
    }

    @Test
    void skipsWhatItMissedAndKeepsItsPhase() {
        ping(START + 5 * PingMeter.PERIOD_NANOS + 1, 0);
        assertFalse(meter.due(START + 6 * PingMeter.PERIOD_NANOS - 1));
        assertTrue(meter.due(START + 6 * PingMeter.PERIOD_NANOS));
    }

    @Test
    void takesTheTimeUntilTheAnswerArrives() {
        meter.startCounting();
        final int time = ping(START, 5_000 * MILLI);
        meter.answered(time, 5_000 * MILLI + 130_000);
        assertEquals(130_000, roundTrips.getMaxValue(), 200);
        assertEquals(1, roundTrips.getTotalCount());
        assertEquals(1, meter.sent());
        assertEquals(0, meter.unanswered());
    }

    @Test
    void ignoresRepeatedAndForeignAnswers() {
        meter.startCounting();
        final int time = ping(START, 5_000 * MILLI);
        meter.answered(time + 1, 5_001 * MILLI);
        meter.answered(time, 5_001 * MILLI);
        meter.answered(time, 5_002 * MILLI);
        assertEquals(1, roundTrips.getTotalCount());
    }

    @Test
    void countsPingsThatNobodyAnswered() {
        meter.startCounting();
        ping(START, 0);
        ping(START + PingMeter.PERIOD_NANOS, 500 * MILLI);
        ping(START + 2 * PingMeter.PERIOD_NANOS, 1_000 * MILLI);
        assertEquals(3, meter.sent());
        assertEquals(2, meter.unanswered());
    }

    @Test
    void countsNothingBeforeAndAfterTheWindow() {
        final int early = ping(START, 0);
        meter.startCounting();
        meter.answered(early, MILLI);
        meter.stopCounting();
        ping(START + PingMeter.PERIOD_NANOS, 500 * MILLI);
        ping(START + 2 * PingMeter.PERIOD_NANOS, 1_000 * MILLI);
        assertEquals(0, meter.sent());
        assertEquals(0, meter.unanswered());
        assertEquals(0, roundTrips.getTotalCount());
    }
}
