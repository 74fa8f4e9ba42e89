package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

class ServerSessionTest {

    private static final int FADE_FRAMES = 1125;

    @Test
    void shouldOpenAConnectionWithTheBurstInItsOrder() {
        final Rig rig = new Rig(10, "Hello");
        final TestClient client = new TestClient(rig, 5000, "Anna");
        client.play(40);

        final List<Integer> ids = client.messages.stream().map(TestClient.Message::id)
            .filter(id -> id != MessageId.ACKN && !MessageId.isConnectionless(id)).limit(11).toList();
        assertEquals(List.of(MessageId.CLIENT_ID, MessageId.CONN_CLIENTS_LIST, MessageId.REQ_SPLIT_MESS_SUPPORT,
            MessageId.REQ_NETW_TRANSPORT_PROPS, MessageId.REQ_JITT_BUF_SIZE, MessageId.REQ_CHANNEL_INFOS,
            MessageId.CHAT_TEXT, MessageId.VERSION_AND_OS, MessageId.RECORDER_STATE, MessageId.JITT_BUF_SIZE,
            MessageId.CONN_CLIENTS_LIST), ids);
        final List<Integer> counters = client.messages.stream()
            .filter(message -> message.id() != MessageId.ACKN && !MessageId.isConnectionless(message.id()))
            .limit(11).map(TestClient.Message::counter).toList();
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), counters);
        assertEquals(0, client.messages(MessageId.CONN_CLIENTS_LIST).getFirst().body().length);
    }

    @ParameterizedTest
    @CsvSource({"2,128,1,71", "1,128,1,45", "2,64,1,35", "1,64,2,22", "2,128,2,165", "1,128,4,25", "2,64,4,73"})
    void shouldLetAClientHearItself(final int channels, final int frameSamples, final int factor, final int bytes) {
        final Rig rig = new Rig(10);
        final TestClient client = new TestClient(rig, 5000, "Anna", channels, frameSamples, factor, bytes, 750);
        client.play(FADE_FRAMES + 400);

        final short[] heard = client.heard(200);
        assertTone(heard, channels, 750, 8000);
    }

    @Test
    void shouldSendExactlyOneDatagramAFrameInSequence() {
        final Rig rig = new Rig(10);
        final TestClient client = new TestClient(rig, 5000, "Anna");
        client.play(500);
        final int before = client.audio.size();
        client.play(1000);

        assertEquals(before + 1000, client.audio.size(), 1);
        for (int i = 1; i < client.audio.size(); i++) {
            final byte previous = client.audio.get(i - 1)[71];
            assertEquals((byte) (previous + 1), client.audio.get(i)[71], "datagram " + i);
        }
    }

    @Test
    void shouldMixWhatEveryoneHearsByTheirOwnGains() {
        final Rig rig = new Rig(10);
        final TestClient anna = new TestClient(rig, 5000, "Anna", 2, 128, 1, 165, 750);
        final TestClient ben = new TestClient(rig, 5001, "Ben", 2, 128, 1, 165, 1500);
        TestClient.playTogether(rig, FADE_FRAMES + 200, anna, ben);
        anna.sendGain(ben.channelId(), 0);
        ben.sendPan(anna.channelId(), 0);
        TestClient.playTogether(rig, 600, anna, ben);

        final short[] atAnna = anna.heard(200);
        assertTone(atAnna, 2, 750, 8000);
        assertEquals(0, amplitude(atAnna, 2, 0, 1500), 100);
        final short[] atBen = ben.heard(200);
        assertEquals(8000, amplitude(atBen, 2, 1, 1500), 500);
        assertEquals(8000, amplitude(atBen, 2, 0, 750), 500);
        assertEquals(0, amplitude(atBen, 2, 1, 750), 100);
        assertArrayEquals(new byte[] {(byte) anna.channelId(), 1},
            ben.last(MessageId.MUTE_STATE_CHANGED).body());
    }

    @Test
    void shouldFreeTheChannelWhenAClientSaysGoodbyeAndTellTheOthers() {
        final Rig rig = new Rig(10);
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        final TestClient ben = new TestClient(rig, 5001, "Ben");
        TestClient.playTogether(rig, 100, anna, ben);
        final int lists = ben.messages(MessageId.CONN_CLIENTS_LIST).size();
        ben.play(40);
        anna.sendConnectionless(MessageId.CLM_DISCONNECTION);
        ben.play(10);
        final int heard = anna.audio.size();
        ben.play(100);

        assertEquals(lists + 1, ben.messages(MessageId.CONN_CLIENTS_LIST).size());
        assertEquals(heard, anna.audio.size());
        assertTrue(new String(ben.last(MessageId.CONN_CLIENTS_LIST).body()).contains("Ben"));
        assertTrue(!new String(ben.last(MessageId.CONN_CLIENTS_LIST).body()).contains("Anna"));
    }

    @Test
    void shouldTimeOutAfterThirtySecondsOfSilence() {
        final Rig rig = new Rig(10);
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.play(100);
        rig.run(29_900_000_000L);
        assertEquals(1, rig.count(Counter.CLIENTS));
        rig.run(200_000_000L);
        assertEquals(0, rig.count(Counter.CLIENTS));
        assertEquals(1, rig.count(Counter.LEFT_TIMEOUT));
    }

    /** Expects a tone at an amplitude on all channels, and nothing else of note. */
    private static void assertTone(final short[] samples, final int channels, final double hertz,
        final double expected) {
        for (int channel = 0; channel < channels; channel++) {
            final double found = amplitude(samples, channels, channel, hertz);
            assertEquals(expected, found, expected * 0.06, "amplitude at " + hertz + " Hz, channel " + channel);
            double power = 0;
            for (int i = channel; i < samples.length; i += channels) {
                power += (double) samples[i] * samples[i];
            }
            power /= samples.length / channels;
            assertTrue(power - found * found / 2 < 0.02 * power, "rest has power " + (power - found * found / 2));
        }
    }

    private static double amplitude(final short[] samples, final int channels, final int channel, final double hertz) {
        double re = 0;
        double im = 0;
        final int count = samples.length / channels;
        for (int i = 0; i < count; i++) {
            final double angle = 2 * Math.PI * hertz * i / 48_000;
            re += samples[i * channels + channel] * Math.cos(angle);
            im += samples[i * channels + channel] * Math.sin(angle);
        }
        return 2 * Math.hypot(re, im) / count;
    }
}
