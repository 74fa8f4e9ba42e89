package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tutti.server.stats.Counter;

/** Rule 1 of the hot path: the frame loop allocates nothing once it is warm, real system calls, codec and all. */
class FrameLoopAllocationTest {

    private static final int WARM_UP_FRAMES = 3_000;
    private static final int FRAMES = 10_000;

    @Test
    void shouldAllocateNothingInTenThousandFrames() {
        try (Rig rig = Rig.onLoopback(10)) {
            final TestClient[] clients = {
                new TestClient(rig, 1, "mono", 1, 128, 1, 45, 500),
                new TestClient(rig, 2, "stereo"),
                new TestClient(rig, 3, "small", 2, 64, 2, 35, 900),
                new TestClient(rig, 4, "four", 1, 128, 4, 82, 1200),
            };
            TestClient.playTogether(rig, WARM_UP_FRAMES, clients);
            assertEquals(clients.length, rig.count(Counter.CLIENTS));

            final long framesBefore = rig.count(Counter.FRAMES);
            final long bytesBefore = rig.allocatedBytes();
            for (int round = 0; round < FRAMES / 100; round++) {
                TestClient.playTogether(rig, 100, clients);
                busyMusicians(clients, round);
            }
            assertTrue(rig.count(Counter.FRAMES) - framesBefore >= FRAMES - 1);
            assertEquals(0, rig.allocatedBytes() - bytesBefore);
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
