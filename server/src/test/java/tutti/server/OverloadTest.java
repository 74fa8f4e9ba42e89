package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

class OverloadTest {

    private static final long SECOND = 1_000_000_000L;

    private final Rig rig = new Rig(10);
    private final TestClient anna = new TestClient(rig, 5000, "Anna");

    @Test
    void shouldAnswerMessagesWhileFramesTakeTooLong() {
        anna.play(200);
        rig.network.setFlushNanos(3_500_000);
        final int pongs = anna.messages(MessageId.CLM_PING_MS).size();
        for (int i = 0; i < 20; i++) {
            anna.sendPing();
            rig.run(SECOND / 20);
            assertEquals(pongs + i + 1, anna.messages(MessageId.CLM_PING_MS).size());
        }
    }

    /** However many messages wait: nothing but audio helps a late frame. */
    @Test
    void shouldServeFewMessagesWhenAFrameIsLate() {
        try (Rig late = Rig.onLoopback(10)) {
            final TestClient ben = new TestClient(late, 1, "Ben");
            ben.play(200);
            for (int i = 0; i < 300; i++) {
                ben.sendPing();
            }
            final long pings = late.count(Counter.PINGS);
            late.clock.advance(5 * Rig.FRAME_NANOS);
            late.server.loop().turn();
            assertEquals(ServerLimits.CONTROL_DATAGRAMS_AT_ONCE, late.count(Counter.PINGS) - pings);
            ben.play(20);
            assertEquals(300, late.count(Counter.PINGS) - pings);
        }
    }

    @Test
    void shouldLetAMusicianInWhileFramesTakeTooLong() {
        anna.play(200);
        rig.network.setFlushNanos(3_500_000);
        final TestClient ben = new TestClient(rig, 5001, "Ben");
        TestClient.playTogether(rig, 400, anna, ben);
        assertEquals(2, rig.count(Counter.CLIENTS));
        assertTrue(ben.audio.size() > 100, ben.audio.size() + " datagrams");
    }

    @Test
    void shouldKeepLatencyBoundedAndRecoverAtOnce() {
        anna.play(200);
        rig.network.setFlushNanos(3_500_000);
        anna.play(1500);
        assertTrue(rig.count(Counter.FRAMES_SKIPPED) > 0);
        assertEquals(1, rig.count(Counter.OVERLOADS));
        rig.network.setFlushNanos(0);
        anna.play(12);
        final long late = rig.count(Counter.FRAMES_LATE);
        final long skipped = rig.count(Counter.FRAMES_SKIPPED);
        anna.play(500);
        assertEquals(late, rig.count(Counter.FRAMES_LATE));
        assertEquals(skipped, rig.count(Counter.FRAMES_SKIPPED));
    }
}
