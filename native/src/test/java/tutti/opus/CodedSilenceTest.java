package tutti.opus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodedSilenceTest {
    private static final int MIN_CODED_BYTES = 8;

    private static OpusCodec codec;

    private final Arena arena = Arena.ofConfined();
    private final long encoder = NativeMemory.allocate(arena, codec.encoderStateBytes());
    private final long decoder = NativeMemory.allocate(arena, codec.decoderStateBytes());
    private final long pcm = NativeMemory.allocate(arena, 512);
    private final long coded = NativeMemory.allocate(arena, OpusCodec.MAX_CODED_BYTES + Long.BYTES);
    private final Random random = new Random(1);
    private int played;

    @BeforeAll
    static void loadLibrary() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
    }

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    /** Puts a block of silence into memory whose other bytes are not zero. */
    private byte[] putSilence(final int codedBytes, final int channels) {
        final byte[] block = new byte[OpusCodec.MAX_CODED_BYTES];
        Arrays.fill(block, codedBytes, block.length, (byte) 0xaa);
        block[0] = (byte) (channels == 2 ? 4 : 0);
        block[1] = (byte) 0xff;
        block[2] = (byte) 0xfe;
        NativeMemory.putBytes(coded, block);
        return block;
    }

    /** Encodes one frame of a low note and noise, or of zeros. */
    private void encode(final int frameSamples, final int channels, final int codedBytes, final int amplitude) {
        final short[] samples = new short[frameSamples * channels];
        for (int i = 0; i < samples.length; i++) {
            final double tone = Math.sin(0.01 * (played + i / channels));
            samples[i] = (short) (amplitude * (0.9 * tone + 0.1 * random.nextDouble(-1, 1)));
        }
        played += frameSamples;
        NativeMemory.putSamples(pcm, samples);
        assertEquals(codedBytes, codec.encode(encoder, frameSamples, pcm, coded, codedBytes));
    }

    @ParameterizedTest
    @CsvSource({"128, 1", "128, 2", "64, 1", "64, 2"})
    void shouldRecogniseWhatAnEncoderMakesOfZerosWhateverTheSize(final int frameSamples, final int channels) {
        for (int codedBytes = MIN_CODED_BYTES; codedBytes <= OpusCodec.MAX_CODED_BYTES; codedBytes++) {
            codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
            for (int frame = 0; frame < 4; frame++) {
                encode(frameSamples, channels, codedBytes, 20_000);
                assertFalse(CodedSilence.matches(coded, codedBytes, channels), codedBytes + " bytes");
            }
            encode(frameSamples, channels, codedBytes, 0);
            for (int frame = 0; frame < 4; frame++) {
                encode(frameSamples, channels, codedBytes, 0);
                assertTrue(CodedSilence.matches(coded, codedBytes, channels), codedBytes + " bytes");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 1", "9, 2", "22, 1", "35, 2", "45, 1", "71, 2", "72, 2", "79, 1", "165, 2", "1276, 2"})
    void shouldNotRecogniseABlockInWhichAnyByteDiffers(final int codedBytes, final int channels) {
        final byte[] block = putSilence(codedBytes, channels);
        assertTrue(CodedSilence.matches(coded, codedBytes, channels));
        for (int i = 0; i < codedBytes; i++) {
            block[i] ^= (byte) (1 << i % Byte.SIZE);
            NativeMemory.putBytes(coded, block);
            assertFalse(CodedSilence.matches(coded, codedBytes, channels), "byte " + i);
            block[i] ^= (byte) (1 << i % Byte.SIZE);
        }
    }

    @Test
    void shouldTellMonoFromStereoAndLeaveTinyBlocksAlone() {
        putSilence(71, 1);
        assertFalse(CodedSilence.matches(coded, 71, 2));
        putSilence(71, 2);
        assertFalse(CodedSilence.matches(coded, 71, 1));
        for (int codedBytes = 0; codedBytes < MIN_CODED_BYTES; codedBytes++) {
            putSilence(codedBytes, 2);
            assertFalse(CodedSilence.matches(coded, codedBytes, 2));
        }
    }

    /** Whatever was played before, at the loudest and with losses: from rest on, silence changes no byte. */
    @ParameterizedTest
    @CsvSource({"128, 1, 9", "128, 1, 45", "128, 2, 71", "128, 2, 1276", "64, 1, 9", "64, 1, 22", "64, 2, 35",
        "64, 2, 165"})
    void shouldLeaveADecoderAtRestExactlyAsItIs(final int frameSamples, final int channels, final int codedBytes) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        codec.resetDecoder(decoder, frameSamples, channels);
        for (int frame = 0; frame < 300; frame++) {
            encode(frameSamples, channels, codedBytes, 32_000);
            codec.decode(decoder, frameSamples, random.nextInt(10) == 0 ? 0 : coded, codedBytes, pcm);
        }
        codec.decode(decoder, frameSamples, 0, codedBytes, pcm);
        bringToRest(frameSamples, channels, codedBytes);

        final byte[] state = NativeMemory.bytes(decoder, codec.decoderStateBytes());
        assertEquals(frameSamples, codec.decode(decoder, frameSamples, coded, codedBytes, pcm));
        assertArrayEquals(state, NativeMemory.bytes(decoder, codec.decoderStateBytes()));
        assertArrayEquals(new short[frameSamples * channels], NativeMemory.samples(pcm, frameSamples * channels));
    }

    /** Why a decoder is not at rest as soon as it puts out zeros. */
    @Test
    void shouldConcealALossAtRestWithSilenceAndSoonerWithWhatWasPlayed() {
        codec.resetEncoder(encoder, 128, 2, 71);
        codec.resetDecoder(decoder, 128, 2);
        for (int frame = 0; frame < 100; frame++) {
            encode(128, 2, 71, 20_000);
            codec.decode(decoder, 128, coded, 71, pcm);
        }
        final long early = NativeMemory.allocate(arena, codec.decoderStateBytes());
        do {
            encode(128, 2, 71, 0);
            codec.decode(decoder, 128, coded, 71, pcm);
        } while (loudest(NativeMemory.samples(pcm, 256)) > 0);
        NativeMemory.putBytes(early, NativeMemory.bytes(decoder, codec.decoderStateBytes()));
        bringToRest(128, 2, 71);

        codec.decode(early, 128, 0, 71, pcm);
        assertNotEquals(0, loudest(NativeMemory.samples(pcm, 256)));
        codec.decode(decoder, 128, 0, 71, pcm);
        assertEquals(0, loudest(NativeMemory.samples(pcm, 256)));
    }

    private void bringToRest(final int frameSamples, final int channels, final int codedBytes) {
        putSilence(codedBytes, channels);
        for (int sample = 0; sample < CodedSilence.REST_SAMPLES; sample += frameSamples) {
            assertEquals(frameSamples, codec.decode(decoder, frameSamples, coded, codedBytes, pcm));
        }
    }

    private static int loudest(final short[] samples) {
        int loudest = 0;
        for (final short sample : samples) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        return loudest;
    }
}
