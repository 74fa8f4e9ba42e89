package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.opus.CodedSilence;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/**
 * Talkers who are silent cost nothing, and nobody hears it. The server under test is compared with a second one that is
 * played the same but decodes everything: there, silence is coded with another last byte, which no decoder looks at.
 */
class SilentTalkersTest {

    private static final int FADE_FRAMES = 1125;
    private static final int REST_FRAMES = CodedSilence.REST_SAMPLES / StreamFormat.FRAME_SAMPLES;

    private final Rig rig = new Rig(10);
    private final Rig decodingAll = new Rig(10);
    private final TestClient[] clients = clients(rig);
    private final TestClient[] others = clients(decodingAll);
    private long awaited;

    SilentTalkersTest() {
        for (final TestClient other : others) {
            other.disguisingSilence = true;
        }
        beginStreams();
    }

    /** Until every first block has come: what is missing before it counts as silent on both servers. */
    private void beginStreams() {
        play(10);
        awaited = decodingAll.count(Counter.BLOCKS_SILENT);
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
        TestClient.playTogether(rig, frames, clients);
        TestClient.playTogether(decodingAll, frames, others);
    }

    private void setAmplitude(final int client, final double amplitude) {
        clients[client].setAmplitude(amplitude);
        others[client].setAmplitude(amplitude);
    }

    private void setLosing(final int client, final boolean losing) {
        clients[client].losing = losing;
        others[client].losing = losing;
    }

    private void assertSameHeard() {
        assertEquals(awaited, decodingAll.count(Counter.BLOCKS_SILENT));
        assertEquals(decodingAll.count(Counter.BLOCKS_CONCEALED), rig.count(Counter.BLOCKS_CONCEALED));
        assertEquals(awaited + decodingAll.count(Counter.BLOCKS_DECODED),
            rig.count(Counter.BLOCKS_DECODED) + rig.count(Counter.BLOCKS_SILENT));
        for (int i = 0; i < clients.length; i++) {
            assertEquals(others[i].audio.size(), clients[i].audio.size());
            for (int datagram = 0; datagram < clients[i].audio.size(); datagram++) {
                assertArrayEquals(others[i].audio.get(datagram), clients[i].audio.get(datagram),
                    clients[i].name + ", datagram " + datagram);
            }
            assertEquals(others[i].messages.size(), clients[i].messages.size());
            for (int message = 0; message < clients[i].messages.size(); message++) {
                assertEquals(others[i].messages.get(message).id(), clients[i].messages.get(message).id());
                assertArrayEquals(others[i].messages.get(message).body(), clients[i].messages.get(message).body());
            }
        }
    }

    /** Long rests, short ones and silences too short for one; losses in sound, in silence and on the border. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldSendTheSameBytesAsAServerThatDecodesEverything(final long seed) {
        play(FADE_FRAMES);
        final Random random = new Random(seed);
        int rests = 0;
        for (int step = 0; step < 150; step++) {
            final int client = random.nextInt(clients.length);
            setAmplitude(client, random.nextInt(4) == 0 ? random.nextInt(500, 7000) : 0);
            final int losing = random.nextInt(clients.length);
            setLosing(losing, random.nextBoolean());
            play(random.nextInt(1, 4));
            setLosing(losing, false);
            final long silentBefore = rig.count(Counter.BLOCKS_SILENT);
            play(random.nextInt(2 * REST_FRAMES));
            rests += rig.count(Counter.BLOCKS_SILENT) > silentBefore ? 1 : 0;
        }
        assertTrue(rests > 50, "steps with a talker at rest: " + rests);
        assertSameHeard();
    }

    @Test
    void shouldGoToRestAgainAfterALossAndAfterASound() {
        play(FADE_FRAMES);
        setAmplitude(0, 0);
        for (int cycle = 0; cycle < 20; cycle++) {
            setLosing(0, cycle % 2 == 0);
            setAmplitude(0, cycle % 2 == 0 ? 0 : 5000);
            play(1);
            setLosing(0, false);
            setAmplitude(0, 0);
            final long before = rig.count(Counter.BLOCKS_SILENT);
            // The jitter buffer's ten blocks, and the one with which the sound ends, come before silence.
            play(REST_FRAMES + 15);
            assertTrue(rig.count(Counter.BLOCKS_SILENT) > before, "cycle " + cycle);
            play(REST_FRAMES);
        }
        assertSameHeard();
    }

    @Test
    void shouldCountEveryBlockOfTalkersAtRestAndDecodeNone() {
        for (int client = 0; client < clients.length; client++) {
            setAmplitude(client, 0);
        }
        play(100);
        final long decoded = rig.count(Counter.BLOCKS_DECODED);
        final long silent = rig.count(Counter.BLOCKS_SILENT);
        play(200);
        assertEquals(decoded, rig.count(Counter.BLOCKS_DECODED));
        assertEquals(200 * 7, rig.count(Counter.BLOCKS_SILENT) - silent);
        assertSameHeard();
    }

    @Test
    void shouldShowALevelThatFallsAndRisesAgain() {
        play(250);
        setAmplitude(4, 0);
        play(101 * 12);
        assertEquals(0, clients[0].last(MessageId.CLM_CHANNEL_LEVEL_LIST).u8(2) & 0x0F);
        setAmplitude(4, 11_000);
        play(110);
        assertEquals(7, clients[0].last(MessageId.CLM_CHANNEL_LEVEL_LIST).u8(2) & 0x0F);
        assertSameHeard();
    }

    /** The slot of one who has left at rest begins with a decoder that is not. */
    @Test
    void shouldDecodeTheSilenceOfANewcomerInAUsedSlot() {
        setAmplitude(0, 0);
        play(200);
        clients[0].sendConnectionless(MessageId.CLM_DISCONNECTION);
        others[0].sendConnectionless(MessageId.CLM_DISCONNECTION);
        TestClient.playTogether(rig, 10, Arrays.copyOfRange(clients, 1, clients.length));
        TestClient.playTogether(decodingAll, 10, Arrays.copyOfRange(others, 1, others.length));
        assertEquals(clients.length - 1, rig.count(Counter.CLIENTS));
        clients[0] = new TestClient(rig, 5010, "newcomer", 1, 64, 1, 22, 500);
        others[0] = new TestClient(decodingAll, 5010, "newcomer", 1, 64, 1, 22, 500);
        others[0].disguisingSilence = true;
        setAmplitude(0, 0);
        beginStreams();
        play(90);
        assertEquals(0, clients[0].channelId());
        setAmplitude(0, 5000);
        play(100);
        assertSameHeard();
    }

    @Test
    void shouldNotTimeOutASilentTalker() {
        clients[0].setAmplitude(0);
        TestClient.playTogether(rig, 31 * 375, clients);
        assertEquals(clients.length, rig.count(Counter.CLIENTS));
        assertEquals(0, rig.count(Counter.LEFT_TIMEOUT));
    }
}
