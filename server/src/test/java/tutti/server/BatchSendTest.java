package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.server.admin.LoopSwitch;
import tutti.server.stats.Counter;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/** How packets leave, together, one by one or at the latest after some time, makes no difference to what is in them. */
class BatchSendTest {

    private static final int FRAMES = 1500;
    private static final int MAX_HOLD_MICROS = 250;
    private static final int MICROS_PER_READING = 20;

    /** Who plays to one server, always the same: all formats there are, some equal so that they can share a mix. */
    private static TestClient[] band(final Rig rig) {
        return new TestClient[] {
            new TestClient(rig, 5000, "mono", 1, 128, 1, 45, 300), new TestClient(rig, 5001, "stereo"),
            new TestClient(rig, 5002, "small", 2, 64, 1, 35, 900), new TestClient(rig, 5003, "pair", 2, 64, 2, 35, 600),
            new TestClient(rig, 5004, "four", 1, 128, 4, 45, 700), new TestClient(rig, 5005, "stereo too"),
            new TestClient(rig, 5006, "plain", 1, 128, 1, 45, 500)};
    }

    /** Plays a piece: somebody comes late, faders move, packets are lost, somebody changes the form of its packets. */
    private static TestClient[] play(final Rig rig, final Runnable everyFrame) {
        final TestClient[] band = band(rig);
        band[6].sequenced = false;
        for (int frame = 0; frame < FRAMES; frame++) {
            everyFrame.run();
            final int present = frame < 400 ? band.length - 1 : band.length;
            final int from = frame % 37 == 0 ? 2 : 0;
            if (frame % 50 == 20) {
                band[frame / 50 % present].sendGain(frame / 50 % 5, frame * 40);
                band[frame / 50 % present].sendPan(frame / 50 % 3, frame * 20);
            }
            if (frame == 900) {
                band[4].changeFactor(1);
            }
            TestClient.playTogether(rig, 1, Arrays.copyOfRange(band, from, present));
        }
        assertEquals(band.length, rig.count(Counter.CLIENTS));
        return band;
    }

    private static void assertSameAudio(final TestClient[] expected, final TestClient[] actual) {
        for (int i = 0; i < expected.length; i++) {
            assertTrue(expected[i].audio.size() > 100, expected[i].audio.size() + " datagrams");
            assertEquals(expected[i].audio.size(), actual[i].audio.size(), expected[i].name);
            for (int datagram = 0; datagram < expected[i].audio.size(); datagram++) {
                assertArrayEquals(expected[i].audio.get(datagram), actual[i].audio.get(datagram),
                    expected[i].name + ", datagram " + datagram);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendTheSameBytesWithBatchingOnAndOff(final boolean sharedMix) {
        final Rig on = new Rig(20, sharedMix);
        final Rig off = new Rig(20, sharedMix);
        off.server.loop().onSwitch(LoopSwitch.BATCH_SEND, false);
        assertSameAudio(play(on, () -> { }), play(off, () -> { }));
        assertEquals(0, off.count(Counter.BATCH_SEND));
        assertEquals(on.count(Counter.AUDIO_SENT_BYTES), off.count(Counter.AUDIO_SENT_BYTES));
    }

    @Test
    void shouldSendTheSameBytesWhileBatchingIsSwitchedOnAndOff() {
        final Rig on = new Rig(20);
        final Rig switched = new Rig(20);
        final TestClient[] expected = play(on, () -> { });
        final TestClient[] actual = play(switched, () ->
            switched.server.loop().onSwitch(LoopSwitch.BATCH_SEND, switched.count(Counter.FRAMES) / 7 % 2 == 0));
        assertSameAudio(expected, actual);
        assertEquals(switched.count(Counter.COMMANDS), FRAMES);
    }

    @Test
    void shouldSendTheSameBytesButNoneLateWhenNoPacketMayWaitLong() {
        final Rig unbounded = new Rig(20, false, 0);
        final Rig bounded = new Rig(20, false, MAX_HOLD_MICROS);
        assertSameAudio(playSlowly(unbounded), playSlowly(bounded));
        // What was set, and the reading of the clock that tells how long it was.
        final int bound = MAX_HOLD_MICROS + MICROS_PER_READING;
        assertTrue(longestHoldMicros(unbounded) > bound, longestHoldMicros(unbounded) + " us");
        assertTrue(longestHoldMicros(bounded) <= bound, longestHoldMicros(bounded) + " us");
    }

    /** Plays to a server that needs {@value #MICROS_PER_READING} us from one reading of the clock to the next. */
    private static TestClient[] playSlowly(final Rig rig) {
        final TestClient[] band = band(rig);
        TestClient.playTogether(rig, 100, band);
        for (int frame = 0; frame < 500; frame++) {
            for (final TestClient client : band) {
                client.playFrame(frame);
            }
            rig.turnSlowly(MICROS_PER_READING * 1000);
        }
        assertEquals(band.length, rig.count(Counter.CLIENTS));
        return band;
    }

    private static long longestHoldMicros(final Rig rig) {
        final Histogram hold = FrameStats.newHistogram();
        rig.monitor.frameStats().copySinceStart(Timing.HOLD_WINDOW, hold);
        return hold.getMaxValue() / 1000;
    }

    @Test
    void shouldMakeOneCallAFrameWithBatchingAndOneForEachPacketWithout() {
        try (Rig rig = Rig.onLoopback(10)) {
            final TestClient[] clients = {
                new TestClient(rig, 1, "a"), new TestClient(rig, 2, "b"), new TestClient(rig, 3, "c")};
            TestClient.playTogether(rig, 100, clients);
            assertEquals(List.of(100L, 300L), callsAndPackets(rig, clients));
            rig.server.loop().onSwitch(LoopSwitch.BATCH_SEND, false);
            assertEquals(List.of(300L, 300L), callsAndPackets(rig, clients));
            rig.server.loop().onSwitch(LoopSwitch.BATCH_SEND, true);
            assertEquals(List.of(100L, 300L), callsAndPackets(rig, clients));
        }
    }

    /** Plays 100 frames and returns how many calls were made for audio meanwhile, and how many packets they took. */
    private static List<Long> callsAndPackets(final Rig rig, final TestClient... clients) {
        final long frames = rig.count(Counter.FRAMES);
        final long calls = rig.count(Counter.AUDIO_SEND_CALLS);
        final long packets = rig.count(Counter.AUDIO_SENT);
        TestClient.playTogether(rig, 100, clients);
        assertEquals(100, rig.count(Counter.FRAMES) - frames);
        return List.of(rig.count(Counter.AUDIO_SEND_CALLS) - calls, rig.count(Counter.AUDIO_SENT) - packets);
    }
}
