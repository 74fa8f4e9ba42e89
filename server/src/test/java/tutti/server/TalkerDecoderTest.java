package tutti.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.opus.CodedSilence;
import tutti.opus.OpusCodec;
import tutti.protocol.TransportProperties;
import tutti.server.jitter.JitterBuffer;

/** Compares the samples of a talker, decoded ahead or not, with those of a decoder that is fed every block. */
class TalkerDecoderTest {

    private static final int SOUND = 0;
    private static final int SILENCE = 1;
    private static final int LOSS = 2;

    private final Arena arena = Arena.ofAuto();
    private final OpusCodec codec = Rig.codec();
    private final JitterBuffer blocks = new JitterBuffer(arena.allocate(JitterBuffer.STORAGE_BYTES, 64));
    private final TalkerDecoder talker = new TalkerDecoder(codec, arena);
    private final StreamFormat format = new StreamFormat();
    private final MemorySegment encoder = arena.allocate(codec.encoderStateBytes(), 64);
    private final MemorySegment decoder = arena.allocate(codec.decoderStateBytes(), 64);
    private final MemorySegment pcm = arena.allocate(TalkerDecoder.PCM_BYTES, 64);
    private final MemorySegment expected = arena.allocate(TalkerDecoder.PCM_BYTES, 64);
    private final MemorySegment coded = arena.allocate(StreamFormat.MAX_CODED_BYTES, 64);
    private final UnsafeBuffer datagram = new UnsafeBuffer(coded.asByteBuffer());
    private final Random random = new Random(3);
    private int played;

    private void begin(final int samples, final int channels, final int codedBytes) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        TransportProperties.write(body, 0, codedBytes, 1, channels,
            samples == 64 ? TransportProperties.CODEC_OPUS64 : TransportProperties.CODEC_OPUS, 0);
        final TransportProperties properties = new TransportProperties();
        properties.wrap(body, 0, TransportProperties.BODY_LENGTH);
        format.set(properties);
        blocks.configure(codedBytes, false, 1, samples);
        talker.restart(format);
        codec.resetEncoder(encoder.address(), samples, channels, codedBytes);
        codec.resetDecoder(decoder.address(), samples, channels);
    }

    /**
     * Plays one frame; both must make the same of it.
     *
     * @return number of blocks that were not decoded.
     */
    private int play(final int firstBlock, final int secondBlock) {
        final int blockBytes = format.blockSamples() * format.channels() * Short.BYTES;
        int lost = 0;
        // Without sequence numbers the buffer hands out the next block instead of a lost one: a loss must come last.
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            final int what = block == 0 ? firstBlock : secondBlock;
            encodeBlock(what == SOUND ? 9000 : 0);
            if (what == LOSS) {
                lost++;
            } else {
                assertTrue(blocks.put(datagram, 0, format.codedBytes()));
            }
            codec.decode(decoder.address(), format.blockSamples(), what == LOSS ? 0 : coded.address(),
                format.codedBytes(), expected.address() + (long) block * blockBytes);
        }
        if (random.nextBoolean()) {
            assertEquals(lost == 0 ? format.blocksPerFrame() : 0, talker.decodeAhead(format, blocks));
            assertEquals(0, talker.decodeAhead(format, blocks));
        }
        assertPlaysExpected();
        assertEquals(lost, talker.concealed());
        return talker.skipped();
    }

    private void encodeBlock(final int amplitude) {
        for (int i = 0; i < format.blockSamples() * format.channels(); i++) {
            final double value = Math.sin(0.012 * (played + i / format.channels())) + random.nextGaussian() / 10;
            pcm.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) (amplitude * value));
        }
        played += format.blockSamples();
        codec.encode(encoder.address(), format.blockSamples(), pcm.address(), coded.address(), format.codedBytes());
    }

    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35", "128, 2, 1276", "64, 1, 10"})
    void shouldGiveTheSamplesOfADecoderThatIsFedEveryBlock(final int samples, final int channels,
        final int codedBytes) {
        begin(samples, channels, codedBytes);
        final int restFrames = CodedSilence.REST_SAMPLES / StreamFormat.FRAME_SAMPLES;
        for (int round = 0; round < 40; round++) {
            for (int frame = 0; frame < 10; frame++) {
                play(SOUND, SOUND);
            }
            // The block with which the sound ends is no silence yet.
            play(SILENCE, SILENCE);
            for (int frame = 0; frame < restFrames; frame++) {
                play(SILENCE, SILENCE);
            }
            for (int frame = random.nextInt(1, 30); frame > 0; frame--) {
                assertEquals(format.blocksPerFrame(), play(SILENCE, SILENCE));
            }
            // In a frame of two blocks, the first may still be skipped.
            final boolean two = format.blocksPerFrame() == 2;
            switch (round % 4) {
                case 0 -> assertEquals(0, play(SOUND, SILENCE));
                case 1 -> assertEquals(0, play(LOSS, LOSS));
                case 2 -> assertEquals(two ? 1 : 0, play(two ? SILENCE : SOUND, SOUND));
                default -> assertEquals(two ? 1 : 0, play(two ? SILENCE : LOSS, LOSS));
            }
            assertEquals(0, play(SILENCE, SILENCE));
        }
    }

    /** What can become of the jitter buffer between a look ahead and its frame. */
    private enum Disturbance {
        OVERFLOW, LATE_BLOCKS, SHRUNK, EMPTIED
    }

    /** Whatever it is, nothing that the decoder has decoded is left out, and it goes on with what is there next. */
    @ParameterizedTest
    @CsvSource({"128, OVERFLOW", "128, LATE_BLOCKS", "128, SHRUNK", "128, EMPTIED", "64, OVERFLOW", "64, LATE_BLOCKS",
        "64, SHRUNK", "64, EMPTIED"})
    void shouldPlayWhatWasDecodedAheadWhateverBecomesOfTheJitterBuffer(final int samples,
        final Disturbance disturbance) {
        begin(samples, 2, 40);
        for (int round = 0; round < 50; round++) {
            blocks.reset();
            blocks.configure(40, true, 1, samples);
            blocks.setManual(4);
            put(0, 1, 2, 3);
            expectNext();
            assertEquals(format.blocksPerFrame(), talker.decodeAhead(format, blocks));
            switch (disturbance) {
                case OVERFLOW -> put(4, 5, 6);
                case LATE_BLOCKS -> put(-2, -1);
                case SHRUNK -> blocks.setManual(1);
                case EMPTIED -> blocks.configure(40, true, 1, samples);
            }
            assertPlaysExpected();
            assertEquals(0, talker.concealed());
            expectNext();
            assertPlaysExpected();
        }
    }

    private void put(final int... numbers) {
        for (final int number : numbers) {
            encodeBlock(9000);
            datagram.putByte(format.codedBytes(), (byte) number);
            assertTrue(blocks.put(datagram, 0, format.codedBytes() + 1));
        }
    }

    /** Expects what the jitter buffer holds for the next frame. */
    private void expectNext() {
        for (int block = 0; block < format.blocksPerFrame(); block++) {
            codec.decode(decoder.address(), format.blockSamples(), blocks.peek(block), format.codedBytes(),
                expected.address() + (long) block * format.blockSamples() * format.channels() * Short.BYTES);
        }
    }

    private void assertPlaysExpected() {
        talker.decodeFrame(format, blocks);
        final int bytes = StreamFormat.FRAME_SAMPLES * format.channels() * Short.BYTES;
        assertArrayEquals(expected.asSlice(0, bytes).toArray(ValueLayout.JAVA_SHORT),
            MemorySegment.ofAddress(talker.pcm()).reinterpret(bytes).toArray(ValueLayout.JAVA_SHORT));
    }

    /** A jitter buffer that fills yields nothing for some frames; the first block must not suffer from that. */
    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35"})
    void shouldBeSilentBeforeTheFirstBlock(final int samples, final int channels, final int codedBytes) {
        for (int round = 1; round <= 20; round++) {
            begin(samples, channels, codedBytes);
            expected.fill((byte) 0);
            for (int frame = 0; frame < round; frame++) {
                assertEquals(0, talker.decodeAhead(format, blocks));
                assertPlaysExpected();
                assertEquals(format.blocksPerFrame(), talker.skipped());
                assertEquals(0, talker.concealed());
            }
            for (int frame = 0; frame < 5; frame++) {
                assertEquals(0, play(SOUND, SOUND));
            }
            assertEquals(0, play(LOSS, LOSS));
        }
    }

    @Test
    void shouldNotPlayWhatAnEarlierStreamDecodedAhead() {
        begin(128, 2, 71);
        play(SOUND, SOUND);
        encodeBlock(9000);
        assertTrue(blocks.put(datagram, 0, 71));
        assertEquals(1, talker.decodeAhead(format, blocks));
        begin(64, 1, 22);
        for (int frame = 0; frame < 10; frame++) {
            play(SOUND, SOUND);
        }
    }
}
