package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.server.admin.LoopSwitch;
import tutti.server.stats.Counter;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;

/**
 * Decoding before the frame is due changes when packets leave, and nothing that anybody hears. The server under test is
 * compared with a second one that is played the same and decodes in the frame. For both it takes some time to receive
 * audio, because there is no head start for work that takes none.
 */
class DecodeAheadTest {

    private static final long RECEIVE_NANOS = 300_000;

    private final Rig ahead = rig(true);
    private final Rig inFrame = rig(false);
    private final TestClient[] clients = clients(ahead);
    private final TestClient[] others = clients(inFrame);

    private static Rig rig(final boolean decodeAhead) {
        final Rig rig = new Rig(10);
        rig.setReceiveNanos(RECEIVE_NANOS);
        rig.server.loop().onSwitch(LoopSwitch.DECODE_AHEAD, decodeAhead);
        return rig;
    }

    private static TestClient[] clients(final Rig rig) {
        final TestClient[] clients = {
            new TestClient(rig, 5000, "stereo", 2, 128, 1, 71, 95),
            new TestClient(rig, 5001, "mono pairs", 1, 128, 2, 45, 110),
            new TestClient(rig, 5002, "small", 1, 64, 1, 22, 130),
            new TestClient(rig, 5003, "small stereo pairs", 2, 64, 2, 35, 150),
            new TestClient(rig, 5004, "stereo, too", 2, 128, 1, 71, 1000)};
        clients[4].sequenced = false;
        return clients;
    }

    private void play(final int frames) {
        play(ahead, frames, clients);
        play(inFrame, frames, others);
    }

    private static void play(final Rig rig, final int frames, final TestClient[] clients) {
        for (int frame = 0; frame < frames; frame++) {
            for (final TestClient client : clients) {
                client.playFrame(frame);
            }
            rig.server.loop().turn();
        }
    }

    /** Losses, silence, bunches of packets, changes of the datagram's size, and somebody who breaks off. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSendTheSameBytesAsAServerThatDecodesInTheFrame(final long seed) {
        play(1200);
        final Random random = new Random(seed);
        for (int step = 0; step < 120; step++) {
            final int client = random.nextInt(clients.length);
            final double amplitude = random.nextInt(4) == 0 ? 0 : random.nextInt(500, 7000);
            clients[client].setAmplitude(amplitude);
            others[client].setAmplitude(amplitude);
            final int losing = random.nextInt(clients.length);
            clients[losing].losing = others[losing].losing = random.nextBoolean();
            play(random.nextInt(1, 6));
            clients[losing].losing = others[losing].losing = false;
            if (random.nextInt(3) == 0) {
                // Two frames at once: jitter buffers overflow, and their windows move.
                clients[client].playFrame(0);
                others[client].playFrame(0);
            }
            if (random.nextInt(10) == 0) {
                final int factor = random.nextInt(1, 3);
                clients[1].changeFactor(factor);
                others[1].changeFactor(factor);
            }
            // A head start that was long enough for all, for some or for nothing.
            final long receiveNanos = RECEIVE_NANOS * random.nextInt(1, 4) / 3;
            ahead.setReceiveNanos(receiveNanos);
            inFrame.setReceiveNanos(receiveNanos);
            play(random.nextInt(30));
        }
        assertSameHeard();
        final long blocks = ahead.count(Counter.BLOCKS_DECODED) + ahead.count(Counter.BLOCKS_SILENT);
        assertTrue(ahead.count(Counter.BLOCKS_DECODED_AHEAD) > blocks / 3,
            ahead.count(Counter.BLOCKS_DECODED_AHEAD) + " of " + blocks);
        assertEquals(0, inFrame.count(Counter.BLOCKS_DECODED_AHEAD));
    }

    private void assertSameHeard() {
        for (final Counter counter : new Counter[] {Counter.FRAMES, Counter.BLOCKS_CONCEALED, Counter.BLOCKS_SILENT,
            Counter.BLOCKS_DECODED, Counter.BLOCKS_REFUSED}) {
            assertEquals(inFrame.count(counter), ahead.count(counter), counter.toString());
        }
        assertTrue(ahead.count(Counter.BLOCKS_CONCEALED) > 100 && ahead.count(Counter.BLOCKS_SILENT) > 100);
        for (int i = 0; i < clients.length; i++) {
            assertEquals(others[i].audio.size(), clients[i].audio.size());
            for (int datagram = 0; datagram < clients[i].audio.size(); datagram++) {
                assertArrayEquals(others[i].audio.get(datagram), clients[i].audio.get(datagram),
                    clients[i].name + ", datagram " + datagram);
            }
        }
    }

    @Test
    void shouldHavePacketsLeaveSoonerAfterTheFrameIsDue() {
        play(500);
        assertEquals(RECEIVE_NANOS, meanDeparture(inFrame), 0.1 * RECEIVE_NANOS);
        assertEquals(0, meanDeparture(ahead), 0.1 * RECEIVE_NANOS);
    }

    /** However much has arrived: looking ahead takes nothing that the frame would have left for the next one. */
    @Test
    void shouldTakeNoMoreOfAFloodThanAServerThatDecodesInTheFrame() {
        play(200);
        assertEquals(ServerLimits.AUDIO_DATAGRAMS_PER_FRAME, takenOfFlood(inFrame));
        assertEquals(ServerLimits.AUDIO_DATAGRAMS_PER_FRAME, takenOfFlood(ahead));
    }

    private static long takenOfFlood(final Rig rig) {
        rig.setReceiveNanos(RECEIVE_NANOS / 100);
        final RawPeer flooder = new RawPeer(rig, 5000);
        for (int i = 0; i < 4 * ServerLimits.AUDIO_DATAGRAMS_PER_FRAME; i++) {
            flooder.send(new byte[] {1, 2, 3});
        }
        final long before = rig.count(Counter.REFUSED_AUDIO_SIZE);
        rig.server.loop().turn();
        return rig.count(Counter.REFUSED_AUDIO_SIZE) - before;
    }

    /** With workers nothing is decoded ahead, so nobody must wake up for it, whatever the switch says. */
    @Test
    void shouldStayOffWithWorkers() {
        try (Rig helped = Rig.withWorkers(10, 1)) {
            helped.setReceiveNanos(RECEIVE_NANOS);
            assertFalse(helped.server.loop().onSwitch(LoopSwitch.DECODE_AHEAD, true));
            play(helped, 500, clients(helped));
            assertEquals(RECEIVE_NANOS, meanDeparture(helped), 0.1 * RECEIVE_NANOS);
        }
    }

    private static double meanDeparture(final Rig rig) {
        final var departures = FrameStats.newHistogram();
        rig.monitor.frameStats().copySinceStart(Timing.DEPARTURE, departures);
        return departures.getMean();
    }
}
