package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.server.admin.LoopSwitch;
import tutti.server.stats.Counter;

/**
 * Rule 1 of the hot path: neither the frame loop nor a worker allocates anything once it is warm, real system calls,
 * codec and all. Warm means that the compiler has nothing left to do, and how long that takes depends on the machine;
 * so the test plays until {@value #FRAMES} frames in a row have allocated nothing, and fails when that does not happen
 * in ten times as many.
 */
class FrameLoopAllocationTest {

    private static final int FRAMES = 10_000;
    private static final int FRAMES_AT_ONCE = 100;
    private static final int PATIENCE = 10;
    private static final long RECEIVE_NANOS = 300_000;

    @ParameterizedTest
    @CsvSource({"0, true", "0, false", "2, true"})
    void shouldAllocateNothingInTenThousandFramesOnAnyThread(final int workers, final boolean batching) {
        try (Rig rig = Rig.onLoopback(10, workers)) {
            assertEquals(workers, rig.workers());
            rig.setReceiveNanos(RECEIVE_NANOS);
            rig.server.loop().onSwitch(LoopSwitch.BATCH_SEND, batching);
            final TestClient[] clients = {
                new TestClient(rig, 1, "mono", 1, 128, 1, 45, 500),
                new TestClient(rig, 2, "stereo"),
                new TestClient(rig, 3, "small", 2, 64, 2, 35, 900),
                new TestClient(rig, 4, "four", 1, 128, 4, 82, 1200),
                new TestClient(rig, 5, "muted now and then"),
            };
            int longest = 0;
            int clean = 0;
            for (int round = 0; clean < FRAMES && round < PATIENCE * FRAMES / FRAMES_AT_ONCE; round++) {
                final long framesBefore = rig.count(Counter.FRAMES);
                final long bytesBefore = rig.allocatedBytes();
                play(rig, clients);
                busyMusicians(clients, round);
                clients[4].setAmplitude(round % 4 == 0 ? 8000 : 0);
                final int frames = (int) (rig.count(Counter.FRAMES) - framesBefore);
                clean = rig.allocatedBytes() == bytesBefore ? clean + frames : 0;
                longest = Math.max(longest, clean);
            }
            assertEquals(clients.length, rig.count(Counter.CLIENTS));
            assertTrue(longest >= FRAMES, "most frames in a row without allocation: " + longest);
            assertTrue(rig.count(Counter.BLOCKS_SILENT) > 0);
            assertEquals(workers == 0, rig.count(Counter.BLOCKS_DECODED_AHEAD) > 0);
        }
    }

    /** A turn a frame: how much time passes in one depends on how much of it was decoded ahead. */
    private static void play(final Rig rig, final TestClient[] clients) {
        for (int frame = 0; frame < FRAMES_AT_ONCE; frame++) {
            for (final TestClient client : clients) {
                client.playFrame(frame);
            }
            rig.turn();
        }
    }

    /** What happens in a session: faders, pans, names, pings, chat, lost packets (nothing is sent in some frames). */
    private static void busyMusicians(final TestClient[] clients, final int round) {
        final TestClient client = clients[round % clients.length];
        client.sendGain(round % 7, round % 3 * 0x4000);
        client.sendPan(round % 5, round * 300 % 0x8000);
        client.sendPing();
        switch (round % 10) {
            case 0 -> client.sendInfos("name " + round);
            case 5 -> client.sendChat("bar " + round + ", from the top <please>");
            case 7 -> client.sendProperties();
            default -> {
                // only faders in this round
            }
        }
    }
}
