package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.MessageId;

/** What the server does with audio, as the specification's sections 4 and 5 state it of the examined server. */
class AudioScenariosTest {

    private static final int FADE_FRAMES = 1125;
    private static final int CODEC_OPUS = 2;

    private final Rig rig = new Rig(10);

    @Test
    void shouldDoubleAtTheLargestGain() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        final TestClient ben = new TestClient(rig, 5001, "Ben");
        ben.setAmplitude(0);
        TestClient.playTogether(rig, FADE_FRAMES + 100, anna, ben);
        final double plain = rms(ben.heard(100));
        ben.sendGain(anna.channelId(), 0xFFFF);
        TestClient.playTogether(rig, 300, anna, ben);
        assertEquals(2, rms(ben.heard(100)) / plain, 0.05);
        assertEquals(plain, rms(anna.heard(100)), 0.05 * plain);
    }

    /** At datagram k of the fade-in a client hears itself with k/1125 of the full gain. */
    @Test
    void shouldFadeANewcomerInOverThreeSeconds() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.play(FADE_FRAMES / 2);
        final double half = rms(anna.heard(10));
        anna.play(FADE_FRAMES);
        assertEquals(0.5, half / rms(anna.heard(10)), 0.04);
    }

    @Test
    void shouldSendNoAudioBeforeTheClientIsIdentifiedAndHasAnnouncedItsStream() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayProperties(46, 1, 1, CODEC_OPUS, 1);
        rig.runFrames(20);
        assertEquals(0, peer.audio.size());
        peer.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0000 0000");
        rig.runFrames(20);
        assertEquals(20, peer.audio.size(), 1);

        final RawPeer other = new RawPeer(rig, 5001).connect();
        other.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0000 0000");
        rig.runFrames(20);
        assertEquals(0, other.audio.size());
    }

    @Test
    void shouldSendSilenceToAClientThatSendsNoAudio() {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayProperties(46, 1, 1, CODEC_OPUS, 1);
        peer.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0000 0000");
        rig.runFrames(500);
        assertEquals(500, peer.audio.size(), 2);
    }

    /** Flags other than 1, such as 3, mean no sequence byte. */
    @ParameterizedTest
    @CsvSource({"45, 1, 1, 2, 0, 45, 1", "46, 1, 1, 2, 1, 46, 1", "45, 1, 1, 2, 3, 45, 1", "72, 2, 2, 2, 1, 144, 0.5",
        "26, 4, 1, 2, 1, 104, 0.25", "36, 1, 2, 3, 1, 36, 2", "37, 2, 1, 3, 1, 74, 1", "13, 4, 1, 3, 1, 52, 0.5",
        "10, 1, 1, 2, 1, 10, 1", "1277, 4, 2, 3, 1, 5108, 0.5"})
    void shouldSendInExactlyTheFormTheClientAnnounced(final int base, final int factor, final int channels,
        final int codec, final int flags, final int datagramBytes, final double datagramsPerFrame) {
        final RawPeer peer = new RawPeer(rig, 5000).connect();
        peer.sayProperties(base, factor, channels, codec, flags);
        peer.sayHex(MessageId.CHANNEL_INFOS, "0000 00000000 00 0000 0000");
        rig.runFrames(400);
        assertEquals(400 * datagramsPerFrame, peer.audio.size(), 3);
        assertTrue(peer.audio.stream().allMatch(datagram -> datagram.length == datagramBytes));
        if (flags == 1) {
            byte expected = peer.audio.getFirst()[base - 1];
            for (final byte[] datagram : peer.audio) {
                for (int block = 0; block < factor; block++) {
                    assertEquals(expected++, datagram[(block + 1) * base - 1]);
                }
            }
        }
    }

    @Test
    void shouldListLevelsOfAllChannelsInTheOrderOfTheirIds() {
        final TestClient loud = new TestClient(rig, 5000, "Anna");
        final TestClient soft = new TestClient(rig, 5001, "Ben");
        final TestClient silent = new TestClient(rig, 5002, "Cleo");
        loud.setAmplitude(20_000);
        soft.setAmplitude(2600);
        silent.setAmplitude(0);
        TestClient.playTogether(rig, 110, loud, soft, silent);
        for (final TestClient client : List.of(loud, soft, silent)) {
            final TestClient.Message list = client.last(MessageId.CLM_CHANNEL_LEVEL_LIST);
            assertEquals(List.of(0x58, 0xF0), List.of(list.u8(0), list.u8(1)));
        }
    }

    @Test
    void shouldLetALevelFallByHalfFromListToList() {
        final TestClient anna = new TestClient(rig, 5000, "Anna");
        anna.setAmplitude(11_000);
        anna.play(250);
        anna.setAmplitude(0);
        final int before = anna.messages(MessageId.CLM_CHANNEL_LEVEL_LIST).size();
        anna.play(101 * 8);
        final List<TestClient.Message> lists = anna.messages(MessageId.CLM_CHANNEL_LEVEL_LIST);
        assertEquals(List.of(7, 6, 5, 4, 3, 2, 1, 0, 0),
            lists.subList(before - 1, lists.size()).stream().map(list -> list.u8(0) & 0x0F).toList());
    }

    private static double rms(final short[] samples) {
        double sum = 0;
        for (final short sample : samples) {
            sum += (double) sample * sample;
        }
        return Math.sqrt(sum / samples.length);
    }
}
