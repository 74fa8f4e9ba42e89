package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.MessageId;
import tutti.server.admin.LoopSwitch;
import tutti.server.stats.Counter;

/** A server with workers sends every client the same bytes, in the same order, as one without. */
class SpreadAudioPathTest {

    private static final int SEATS = 12;
    private static final Counter[] COUNTERS = {Counter.BLOCKS_DECODED, Counter.BLOCKS_CONCEALED, Counter.BLOCKS_SILENT,
        Counter.MIXES, Counter.ENCODES, Counter.MIX_GROUP_SPLITS, Counter.MIX_GROUP_MERGES, Counter.AUDIO_SENT,
        Counter.AUDIO_SENT_BYTES, Counter.AUDIO_SEND_CALLS};

    private final Rig alone = new Rig(SEATS);
    private final Rig helped = Rig.withWorkers(SEATS, 2);
    private final List<TestClient> aloneClients = new ArrayList<>();
    private final List<TestClient> helpedClients = new ArrayList<>();
    private final List<TestClient> formerAlone = new ArrayList<>();
    private final List<TestClient> formerHelped = new ArrayList<>();
    private int port = 5000;

    @AfterEach
    void close() {
        alone.close();
        helped.close();
    }

    private void join(final int kind) {
        aloneClients.add(client(alone, kind));
        helpedClients.add(client(helped, kind));
        port++;
    }

    private TestClient client(final Rig rig, final int kind) {
        final double hertz = 200 + port % 100 * 35;
        return switch (kind) {
            case 0 -> new TestClient(rig, port, "mono pairs", 1, 128, 2, 45, hertz);
            case 1 -> new TestClient(rig, port, "small", 1, 64, 1, 22, hertz);
            case 2 -> new TestClient(rig, port, "small stereo pairs", 2, 64, 2, 35, hertz);
            default -> new TestClient(rig, port, "stereo", 2, 128, 1, 71, hertz);
        };
    }

    private void leave(final int place) {
        formerAlone.add(aloneClients.remove(place));
        formerHelped.add(helpedClients.remove(place));
        formerAlone.getLast().sendConnectionless(MessageId.CLM_DISCONNECTION);
        formerHelped.getLast().sendConnectionless(MessageId.CLM_DISCONNECTION);
    }

    private void play(final int frames) {
        TestClient.playTogether(alone, frames, aloneClients.toArray(TestClient[]::new));
        TestClient.playTogether(helped, frames, helpedClients.toArray(TestClient[]::new));
    }

    private void change(final Random random) {
        final int place = random.nextInt(aloneClients.size());
        final TestClient one = aloneClients.get(place);
        final TestClient other = helpedClients.get(place);
        final int source = random.nextInt(SEATS);
        switch (random.nextInt(8)) {
            case 0 -> {
                if (aloneClients.size() > 3) {
                    leave(place);
                }
            }
            case 1 -> {
                if (aloneClients.size() < SEATS) {
                    join(random.nextInt(6));
                }
            }
            case 2 -> {
                final int pan = random.nextInt(0x8001);
                one.sendPan(source, pan);
                other.sendPan(source, pan);
            }
            case 3 -> {
                final int factor = random.nextBoolean() ? 2 : 4;
                one.changeFactor(factor);
                other.changeFactor(factor);
            }
            case 4 -> {
                final double amplitude = random.nextBoolean() ? 0 : random.nextInt(500, 6000);
                one.setAmplitude(amplitude);
                other.setAmplitude(amplitude);
            }
            case 5 -> {
                one.losing = !one.losing;
                other.losing = one.losing;
            }
            default -> {
                final int gain = random.nextInt(3) * 0x4000;
                one.sendGain(source % 2, gain);
                other.sendGain(source % 2, gain);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldSendTheSameBytesAsAServerWithoutWorkers(final long seed) {
        for (int i = 0; i < 8; i++) {
            join(i);
        }
        play(1300);
        final Random random = new Random(seed);
        for (int step = 0; step < 120; step++) {
            change(random);
            play(random.nextInt(1, 40));
            if (step == 50 || step == 60) {
                alone.server.loop().onSwitch(LoopSwitch.SHARED_MIX, step == 60);
                helped.server.loop().onSwitch(LoopSwitch.SHARED_MIX, step == 60);
            }
        }
        becomeEqual(aloneClients);
        becomeEqual(helpedClients);
        play(1300 + 2 * MixGroups.HYSTERESIS_FRAMES);
        assertSame();
    }

    private static void becomeEqual(final List<TestClient> clients) {
        for (final TestClient client : clients) {
            client.losing = false;
            for (int source = 0; source < SEATS; source++) {
                client.sendGain(source, 0x8000);
                client.sendPan(source, 0x4000);
            }
        }
    }

    private void assertSame() {
        for (final Counter counter : COUNTERS) {
            assertEquals(alone.count(counter), helped.count(counter), counter.name());
        }
        assertTrue(alone.count(Counter.MIX_GROUP_SPLITS) > 3, "splits: " + alone.count(Counter.MIX_GROUP_SPLITS));
        assertTrue(alone.count(Counter.MIX_GROUP_MERGES) > 0, "merges: " + alone.count(Counter.MIX_GROUP_MERGES));
        formerAlone.addAll(aloneClients);
        formerHelped.addAll(helpedClients);
        for (int place = 0; place < formerAlone.size(); place++) {
            assertSame(formerAlone.get(place), formerHelped.get(place));
        }
    }

    private static void assertSame(final TestClient expected, final TestClient actual) {
        assertEquals(expected.audio.size(), actual.audio.size(), expected.name);
        for (int datagram = 0; datagram < expected.audio.size(); datagram++) {
            assertArrayEquals(expected.audio.get(datagram), actual.audio.get(datagram),
                expected.name + ", datagram " + datagram);
        }
        assertEquals(expected.messages.size(), actual.messages.size(), expected.name);
        for (int message = 0; message < expected.messages.size(); message++) {
            assertEquals(expected.messages.get(message).nanos(), actual.messages.get(message).nanos());
            assertEquals(expected.messages.get(message).id(), actual.messages.get(message).id());
            assertArrayEquals(expected.messages.get(message).body(), actual.messages.get(message).body());
        }
    }
}
