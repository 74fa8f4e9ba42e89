package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.server.admin.LoopSwitch;
import tutti.server.stats.Counter;

class MixGroupsTest {

    private static final int FADE_FRAMES = 1125;
    private static final int FRAMES_A_STEP = 19;
    private static final int SETTLED = FADE_FRAMES + 2 * MixGroups.HYSTERESIS_FRAMES + 50;

    private final Rig rig = new Rig(20);

    private TestClient[] clients(final int count) {
        final TestClient[] clients = new TestClient[count];
        for (int i = 0; i < count; i++) {
            clients[i] = new TestClient(rig, 5000 + i, "Client " + i, 2, 128, 1, 71, 400 + 300 * i);
            clients[i].setAmplitude(3000);
        }
        return clients;
    }

    private void play(final int frames, final TestClient... clients) {
        TestClient.playTogether(rig, frames, clients);
    }

    private long groups() {
        return rig.count(Counter.MIX_GROUPS);
    }

    @Test
    void shouldMixOnceForAllWhoComeTogether() {
        final TestClient[] clients = clients(6);
        play(100, clients);
        assertEquals(1, groups());
        play(SETTLED, clients);
        assertEquals(1, groups());
        final byte[] shared = clients[0].audio.getLast();
        for (final TestClient client : clients) {
            assertArrayEquals(Arrays.copyOf(shared, 71), Arrays.copyOf(client.audio.getLast(), 71));
        }
    }

    @Test
    void shouldLetALateComerJoinWhenItsFadeInIsOver() {
        final TestClient[] clients = clients(3);
        play(400, clients[0], clients[1]);
        play(100, clients);
        assertEquals(2, groups());
        play(SETTLED, clients);
        assertEquals(1, groups());
    }

    @Test
    void shouldLetGoOfAListenerWhoMovesAFaderAndTakeItBack() {
        final TestClient[] clients = clients(4);
        play(SETTLED, clients);
        clients[1].sendGain(clients[0].channelId(), 0x4000);
        play(MixGroups.HYSTERESIS_FRAMES + 50, clients);
        assertEquals(2, groups());
        assertEquals(1, rig.count(Counter.MIX_GROUP_SPLITS));
        clients[1].sendGain(clients[0].channelId(), 0x8000);
        play(MixGroups.HYSTERESIS_FRAMES - 20, clients);
        assertEquals(2, groups());
        play(70, clients);
        assertEquals(1, groups());
    }

    @Test
    void shouldNotJoinWhileAFaderMoves() {
        final TestClient[] clients = clients(3);
        play(SETTLED, clients);
        for (int step = 0; step < 100; step++) {
            clients[0].sendGain(clients[1].channelId(), step % 2 == 0 ? 0x7000 : 0x8000);
            play(19, clients);
            assertEquals(2, groups());
        }
        assertEquals(1, rig.count(Counter.MIX_GROUP_SPLITS));
        assertEquals(0, rig.count(Counter.MIX_GROUP_MERGES));
    }

    @Test
    void shouldNotLetGoOfAListenerWhoSetsAFaderToWhereItIs() {
        final TestClient[] clients = clients(3);
        play(SETTLED, clients);
        clients[0].sendGain(clients[1].channelId(), 0x8000);
        clients[1].sendPan(clients[1].channelId(), 0x4000);
        clients[2].sendGain(clients.length, 0);
        play(5, clients);
        assertEquals(1, groups());
        assertEquals(0, rig.count(Counter.MIX_GROUP_SPLITS));
    }

    /**
     * The line of a newcomer may break in the first moments. Those who came with it hear the music rise all the same.
     */
    @Test
    void shouldFadeInThoseWhoCameTogetherWithOneThatFallsSilent() {
        final TestClient[] clients = clients(3);
        play(30, clients);
        assertEquals(1, groups());
        play(SETTLED, clients[1], clients[2]);
        assertEquals(2, groups());
        assertTwoTones(clients[1]);
        assertTwoTones(clients[2]);
    }

    @Test
    void shouldFadeInALateComerThatJoinsOneThatHasFallenSilent() {
        final TestClient[] clients = clients(3);
        play(30, clients[0]);
        play(300, clients[1]);
        play(SETTLED, clients[1], clients[2]);
        assertTwoTones(clients[1]);
        assertTwoTones(clients[2]);
    }

    /** A fade-in is counted in datagrams: whoever makes them smaller later is in the middle of it again (spec 4.4). */
    @Test
    void shouldNotQuietenOthersWhenOneChangesTheSizeOfItsDatagrams() {
        final TestClient[] clients = {
            new TestClient(rig, 5000, "two", 2, 128, 2, 71, 400), new TestClient(rig, 5001, "one", 2, 128, 1, 71, 700),
            new TestClient(rig, 5002, "one", 2, 128, 1, 71, 1000)};
        clients[0].setAmplitude(0);
        clients[1].setAmplitude(3000);
        clients[2].setAmplitude(3000);
        play(SETTLED, clients);
        assertEquals(1, groups());
        clients[0].changeFactor(1);
        play(200, clients);
        assertEquals(2, groups());
        assertTwoTones(clients[1]);
        play(SETTLED, clients);
        assertEquals(1, groups());
        assertTwoTones(clients[1]);
    }

    private static void assertTwoTones(final TestClient listener) {
        final short[] samples = listener.heard(100);
        double power = 0;
        for (final short sample : samples) {
            power += (double) sample * sample / samples.length;
        }
        assertEquals(3000, Math.sqrt(power), 150, listener.name);
    }

    @Test
    void shouldShareWhenTheSourceAboutWhichTheyDifferedHasLeft() {
        final TestClient[] clients = clients(3);
        play(SETTLED, clients);
        clients[0].sendGain(clients[2].channelId(), 0);
        play(SETTLED, clients);
        assertEquals(2, groups());
        clients[2].sendConnectionless(tutti.protocol.MessageId.CLM_DISCONNECTION);
        play(MixGroups.HYSTERESIS_FRAMES + 50, clients[0], clients[1]);
        assertEquals(1, groups());
    }

    @Test
    void shouldIgnorePansOfMonoListenersOnly() {
        final TestClient[] clients = {
            new TestClient(rig, 5000, "a", 1, 128, 1, 45, 500), new TestClient(rig, 5001, "b", 1, 128, 1, 45, 700),
            new TestClient(rig, 5002, "c"), new TestClient(rig, 5003, "d")};
        play(SETTLED, clients);
        assertEquals(2, groups());
        clients[0].sendPan(1, 0);
        play(SETTLED, clients);
        assertEquals(2, groups());
        clients[2].sendPan(1, 0);
        play(SETTLED, clients);
        assertEquals(3, groups());
    }

    @Test
    void shouldPackSharedBlocksAsEachMemberWantsThem() {
        final TestClient[] clients = {
            new TestClient(rig, 5000, "one", 2, 128, 1, 71, 500), new TestClient(rig, 5001, "two", 2, 128, 2, 71, 700),
            new TestClient(rig, 5002, "plain", 2, 128, 1, 71, 900)};
        clients[2].sequenced = false;
        play(SETTLED + 1, clients);
        assertEquals(1, groups());
        final byte[] pair = clients[1].audio.getLast();
        assertEquals(144, pair.length);
        assertEquals(71, clients[2].audio.getLast().length);
        assertTrue(endsWith(clients[0], Arrays.copyOfRange(pair, 0, 71), Arrays.copyOfRange(pair, 72, 143)));
        assertTrue(endsWith(clients[2], Arrays.copyOfRange(pair, 0, 71), Arrays.copyOfRange(pair, 72, 143)));
    }

    /** Whether two blocks came one after the other among a client's last few datagrams. */
    private static boolean endsWith(final TestClient client, final byte[] first, final byte[] second) {
        for (int i = client.audio.size() - 4; i < client.audio.size() - 1; i++) {
            if (Arrays.equals(first, Arrays.copyOf(client.audio.get(i), 71))
                && Arrays.equals(second, Arrays.copyOf(client.audio.get(i + 1), 71))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldGoOnAloneWithoutAGlitchWhenSharingIsSwitchedOff() {
        final TestClient[] clients = clients(5);
        play(SETTLED, clients);
        rig.server.loop().onSwitch(LoopSwitch.SHARED_MIX, false);
        play(1, clients);
        assertEquals(5, groups());
        play(SETTLED, clients);
        assertEquals(5, groups());
        // Copies of one encoder, fed the same mix: still the same blocks.
        assertArrayEquals(Arrays.copyOf(clients[0].audio.getLast(), 71), Arrays.copyOf(clients[4].audio.getLast(), 71));
        rig.server.loop().onSwitch(LoopSwitch.SHARED_MIX, true);
        play(10, clients);
        assertEquals(1, groups());
    }

    /** Twice through: a few for three seconds, and the forty for ten seconds that the claim is about. */
    @ParameterizedTest
    @CsvSource({"4, 60", "40, 200"})
    void shouldKeepTheSamplesOfEveryoneWhileOneMovesAFader(final int count, final int steps) {
        final Rig sharing = new Rig(count);
        final Rig other = new Rig(count, false);
        final TestClient[] shared = new TestClient[count];
        final TestClient[] unshared = new TestClient[count];
        for (int i = 0; i < count; i++) {
            shared[i] = new TestClient(sharing, 5000 + i, "Client " + i, 2, 128, 1, 71, 400 + 300 * i);
            unshared[i] = new TestClient(other, 5000 + i, "Client " + i, 2, 128, 1, 71, 400 + 300 * i);
            shared[i].setAmplitude(12_000.0 / count);
            unshared[i].setAmplitude(12_000.0 / count);
        }
        TestClient.playTogether(sharing, SETTLED, shared);
        TestClient.playTogether(other, SETTLED, unshared);
        assertEquals(1, sharing.count(Counter.MIX_GROUPS));
        for (int step = 0; step < steps; step++) {
            shared[2].sendGain(0, 0x8000 - step * 0x80);
            unshared[2].sendGain(0, 0x8000 - step * 0x80);
            TestClient.playTogether(sharing, FRAMES_A_STEP, shared);
            TestClient.playTogether(other, FRAMES_A_STEP, unshared);
        }
        assertEquals(2, sharing.count(Counter.MIX_GROUPS));
        shared[2].sendGain(0, 0x8000);
        unshared[2].sendGain(0, 0x8000);
        TestClient.playTogether(sharing, 600, shared);
        TestClient.playTogether(other, 600, unshared);
        assertEquals(1, sharing.count(Counter.MIX_GROUPS));
        assertEquals(count, other.count(Counter.MIX_GROUPS));
        final int frames = steps * FRAMES_A_STEP + 600;
        for (int i = 0; i < count; i++) {
            assertCodecNoise(unshared[i].heard(frames), shared[i].heard(frames), "client " + i);
        }
    }

    /** Expects what two encoders make of the same mix to differ by less than -20 dB in every stretch of four frames. */
    private static void assertCodecNoise(final short[] expected, final short[] actual, final String who) {
        final int stretch = 4 * 256;
        for (int start = 0; start + stretch <= expected.length; start += stretch) {
            double power = 1;
            double difference = 0;
            for (int i = start; i < start + stretch; i++) {
                power += (double) expected[i] * expected[i];
                difference += Math.pow(expected[i] - actual[i], 2);
            }
            assertTrue(difference < 0.01 * power, who + ", frame " + start / 256 + ": " + difference / power);
        }
    }
}
