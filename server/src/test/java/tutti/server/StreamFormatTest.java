package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.TransportProperties;

class StreamFormatTest {

    private static TransportProperties properties(final int base, final int factor, final int channels,
        final int codec, final int flags) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(body, 0, base, factor, channels, codec, flags);
        final TransportProperties properties = new TransportProperties();
        assertTrue(properties.wrap(body, 0, TransportProperties.BODY_LENGTH));
        return properties;
    }

    /** Sizes of current clients, those of the 3.6 era (142 stereo, 71 mono), and the ends of what Opus can carry. */
    @ParameterizedTest
    @CsvSource({"25, 1, 2, 0", "45, 1, 2, 0", "82, 1, 2, 0", "47, 2, 2, 0", "71, 2, 2, 0", "165, 2, 2, 0",
        "12, 1, 3, 0", "22, 1, 3, 0", "36, 1, 3, 0", "24, 2, 3, 0", "35, 2, 3, 0", "73, 2, 3, 0", "142, 2, 2, 0",
        "71, 1, 2, 0", "10, 1, 2, 1", "10, 2, 3, 0", "1276, 2, 2, 0", "1277, 2, 2, 1", "1276, 1, 3, 0",
        "256, 1, 2, 1", "512, 1, 2, 0", "128, 1, 2, 0"})
    void shouldAcceptEverySizeOpusCanCarry(final int base, final int channels, final int codec, final int flags) {
        assertEquals(StreamFormat.Verdict.ACCEPTED, StreamFormat.judge(properties(base, 1, channels, codec, flags)));
    }

    @ParameterizedTest
    @CsvSource({"256, 1, 2, 0", "257, 1, 2, 1", "512, 2, 2, 0", "128, 1, 3, 0", "256, 2, 3, 0", "257, 2, 3, 1",
        "1277, 1, 2, 0", "1278, 1, 2, 1", "20000, 2, 3, 1"})
    void shouldRefuseRawAudioAndWhatIsLongerThanAnyOpusBlock(final int base, final int channels, final int codec,
        final int flags) {
        assertEquals(StreamFormat.Verdict.UNSERVABLE, StreamFormat.judge(properties(base, 4, channels, codec, flags)));
    }

    @ParameterizedTest
    @CsvSource({"45", "256", "20000"})
    void shouldCallTheObsoleteCodecObsoleteWhateverItsSize(final int base) {
        assertEquals(StreamFormat.Verdict.OBSOLETE_CODEC,
            StreamFormat.judge(properties(base, 1, 1, TransportProperties.CODEC_CELT, 0)));
    }

    /** Base size, factor, codec, flags; coded bytes, datagram bytes, block samples, blocks a frame, fade maximum. */
    @ParameterizedTest
    @CsvSource({"46, 1, 2, 1, 45, 46, 128, 1, 1125", "45, 1, 2, 0, 45, 45, 128, 1, 1125",
        "72, 2, 2, 1, 71, 144, 128, 1, 562", "26, 4, 2, 1, 25, 104, 128, 1, 281", "36, 1, 3, 1, 35, 36, 64, 2, 2250",
        "37, 2, 3, 1, 36, 74, 64, 2, 1125", "74, 4, 3, 1, 73, 296, 64, 2, 562", "45, 1, 2, 3, 45, 45, 128, 1, 1125"})
    void shouldDeriveAllElseFromTheProperties(final int base, final int factor, final int codec, final int flags,
        final int codedBytes, final int datagramBytes, final int blockSamples, final int blocksPerFrame,
        final int fadeMaximum) {
        final StreamFormat format = new StreamFormat();
        format.set(properties(base, factor, 2, codec, flags));
        assertTrue(format.isServable());
        assertEquals(2, format.channels());
        assertEquals(flags == 1, format.isSequenced());
        assertEquals(codedBytes, format.codedBytes());
        assertEquals(datagramBytes, format.datagramBytes());
        assertEquals(blockSamples, format.blockSamples());
        assertEquals(blocksPerFrame, format.blocksPerFrame());
        assertEquals(fadeMaximum, format.fadeMaximum());
    }

    @Test
    void shouldCodeOnWhenOnlyTheSequenceByteOrTheFactorChanges() {
        final StreamFormat format = new StreamFormat();
        format.set(properties(46, 2, 1, 2, 1));
        assertTrue(format.codesLike(2, 1, 45));
        assertFalse(format.codesLike(3, 1, 45));
        assertFalse(format.codesLike(2, 2, 45));
        assertFalse(format.codesLike(2, 1, 46));
    }

    @Test
    void shouldServeNothingOnceCleared() {
        final StreamFormat format = new StreamFormat();
        format.set(properties(46, 2, 2, 3, 1));
        format.clear();
        assertFalse(format.isServable());
        assertEquals(10, format.datagramBytes());
        assertEquals(1, format.channels());
    }
}
