package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.MessageId;
import tutti.server.stats.Counter;

/** Streams that no codec serves, and noise in those that one does. */
class UnservableStreamTest {

    private static final String NO_INFO = "0000 00000000 00 0000 0000";

    private final Rig rig = new Rig(10);

    /** Blocks of the lengths that mean uncompressed audio, and longer ones than any Opus frame. */
    @ParameterizedTest
    @CsvSource({"256, 1, 2, 0", "257, 1, 2, 1", "512, 2, 2, 0", "513, 2, 2, 1", "128, 1, 3, 0", "129, 1, 3, 1",
        "256, 2, 3, 0", "257, 2, 3, 1", "1277, 1, 2, 0", "1278, 2, 3, 1", "20000, 2, 3, 0", "20000, 1, 2, 1"})
    void shouldRefuseStreamsNoCodecServesAndKeepTheFormerOne(final int base, final int channels, final int codec,
        final int flags) {
        final RawPeer client = new RawPeer(rig, 5000).connect();
        client.sayHex(MessageId.CHANNEL_INFOS, NO_INFO);
        client.sayProperties(base, 1, channels, codec, flags);
        rig.runFrames(20);
        assertEquals(0, client.audio.size());
        client.sayProperties(46, 1, 1, 2, 1);
        client.sayProperties(base, 1, channels, codec, flags);
        rig.runFrames(20);
        assertEquals(20, client.audio.size(), 1);
        assertTrue(client.audio.stream().allMatch(datagram -> datagram.length == 46));
        assertEquals(2, rig.count(Counter.REFUSED_PROPERTIES));
    }

    /** Sizes that mean uncompressed audio with one format are plain Opus with the others. */
    @ParameterizedTest
    @CsvSource({"128, 1, 2", "128, 2, 2", "128, 2, 3", "256, 2, 2", "512, 1, 2", "512, 1, 3", "512, 2, 3"})
    void shouldServeOpusOfASizeThatMeansRawAudioOnlyElsewhere(final int base, final int channels, final int codec) {
        final RawPeer client = new RawPeer(rig, 5000).connect();
        client.sayHex(MessageId.CHANNEL_INFOS, NO_INFO);
        client.sayProperties(base, 1, channels, codec, 0);
        rig.runFrames(20);
        assertTrue(client.audio.size() >= 19);
        assertEquals(0, rig.count(Counter.REFUSED_PROPERTIES));
    }

    /** Random bytes where coded audio should be; the decoder takes what it can, the listener gets its datagrams. */
    @ParameterizedTest
    @CsvSource({"10, 1, 1, 2, 1", "10, 1, 2, 2, 0", "46, 1, 1, 2, 1", "72, 2, 2, 2, 1", "36, 4, 2, 3, 1",
        "1276, 4, 2, 2, 0", "1277, 4, 2, 3, 1"})
    void shouldSurviveNoiseInsteadOfCodedAudio(final int base, final int factor, final int channels, final int codec,
        final int flags) {
        final TestClient musician = new TestClient(rig, 4999, "Anna");
        musician.play(50);
        final RawPeer client = new RawPeer(rig, 5000).connect();
        client.sayProperties(base, factor, channels, codec, flags);
        client.sayHex(MessageId.CHANNEL_INFOS, NO_INFO);
        final Random random = new Random(4711);
        final int heard = musician.audio.size();
        for (int i = 0; i < 300; i++) {
            final byte[] noise = new byte[base * factor];
            random.nextBytes(noise);
            client.send(noise);
            musician.play(1);
        }
        assertEquals(heard + 300, musician.audio.size(), 1);
        assertTrue(client.audio.size() > 50);
    }
}
