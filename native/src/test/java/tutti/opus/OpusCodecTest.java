package tutti.opus;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OpusCodecTest {
    private static final int SAMPLE_RATE = OpusCodec.SAMPLE_RATE;
    private static final int AMPLITUDE = 10_000;
    private static final int MAX_PCM_BYTES = 128 * 2 * Short.BYTES;

    private static OpusCodec codec;

    private final Arena arena = Arena.ofConfined();
    private final long encoder = NativeMemory.allocate(arena, codec.encoderStateBytes());
    private final long decoder = NativeMemory.allocate(arena, codec.decoderStateBytes());
    private final long pcm = NativeMemory.allocate(arena, MAX_PCM_BYTES);
    private final long decoded = NativeMemory.allocate(arena, MAX_PCM_BYTES);
    private final long coded = NativeMemory.allocate(arena, OpusCodec.MAX_CODED_BYTES);

    @BeforeAll
    static void loadLibrary() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
    }

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    @ParameterizedTest
    @CsvSource({
        "128, 1, 45, 50", "128, 2, 71, 30", "128, 2, 142, 45", "128, 2, 165, 50",
        "64, 1, 22, 30", "64, 2, 35, 25", "64, 2, 73, 30"})
    void shouldReturnTheToneThatWasEncoded(
            final int frameSamples, final int channels, final int codedBytes, final int minimumSnrDb) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        codec.resetDecoder(decoder, frameSamples, channels);

        final int frames = 9_600 / frameSamples;
        final short[] in = new short[frames * frameSamples * channels];
        final short[] out = new short[in.length];
        for (int frame = 0; frame < frames; frame++) {
            final int start = frame * frameSamples * channels;
            final short[] tone = tone(frame * frameSamples, frameSamples, channels);
            System.arraycopy(tone, 0, in, start, tone.length);
            NativeMemory.putSamples(pcm, tone);
            assertEquals(codedBytes, codec.encode(encoder, frameSamples, pcm, coded, codedBytes));
            assertEquals(frameSamples, codec.decode(decoder, frameSamples, coded, codedBytes, decoded));
            System.arraycopy(NativeMemory.samples(decoded, tone.length), 0, out, start, tone.length);
        }

        final double snr = signalToNoiseDb(in, out, frameSamples * channels);
        assertTrue(snr > minimumSnrDb, "signal to noise ratio " + snr + " dB");
    }

    @ParameterizedTest
    @CsvSource({
        "128, 1, 3", "128, 1, 25", "128, 1, 250", "128, 1, 251", "128, 1, 1276", "128, 2, 500", "128, 2, 501",
        "128, 2, 1276", "64, 1, 3", "64, 1, 12", "64, 1, 125", "64, 1, 126", "64, 2, 250", "64, 2, 251", "64, 2, 1276"})
    void shouldCodeToExactlyTheSizeAskedFor(final int frameSamples, final int channels, final int codedBytes) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);

        for (int frame = 0; frame < 10; frame++) {
            NativeMemory.putSamples(pcm, tone(frame * frameSamples, frameSamples, channels));
            assertEquals(codedBytes, codec.encode(encoder, frameSamples, pcm, coded, codedBytes));
        }
    }

    /** Shows that the variadic control function takes its argument although it is called as if it had a fixed one. */
    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35"})
    void shouldKeepToTheBitRateOfTheResetWhenThereIsRoomForMore(
            final int frameSamples, final int channels, final int codedBytes) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        NativeMemory.putSamples(pcm, tone(0, frameSamples, channels));

        assertEquals(codedBytes, codec.encode(encoder, frameSamples, pcm, coded, codedBytes + 100));
    }

    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35"})
    void shouldStartAnewWhenAUsedEncoderIsReset(final int frameSamples, final int channels, final int codedBytes) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        final byte[][] first = encodeTone(encoder, 0, 20, frameSamples, channels, codedBytes);
        encodeTone(encoder, 7, 20, frameSamples, channels, codedBytes);

        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);

        assertArrayEquals(first, encodeTone(encoder, 0, 20, frameSamples, channels, codedBytes));
    }

    @Test
    void shouldBecomeAnEncoderOfAnotherFormatWhenReset() {
        codec.resetEncoder(encoder, 128, 2, 71);
        final byte[][] fresh = encodeTone(encoder, 0, 20, 128, 2, 71);
        codec.resetEncoder(encoder, 64, 1, 22);
        encodeTone(encoder, 0, 20, 64, 1, 22);

        codec.resetEncoder(encoder, 128, 2, 71);

        assertArrayEquals(fresh, encodeTone(encoder, 0, 20, 128, 2, 71));
    }

    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35"})
    void shouldPutOutIdenticalFramesAfterAnEncoderIsCloned(
            final int frameSamples, final int channels, final int codedBytes) {
        final long clone = NativeMemory.allocateFilled(arena, codec.encoderStateBytes(), (byte) 0x5a);
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        encodeTone(encoder, 0, 30, frameSamples, channels, codedBytes);

        codec.copyEncoder(encoder, clone);

        final byte[][] original = encodeTone(encoder, 30, 70, frameSamples, channels, codedBytes);
        assertArrayEquals(original, encodeTone(clone, 30, 70, frameSamples, channels, codedBytes));
    }

    @Test
    void shouldGoItsOwnWayAfterAnEncoderIsCloned() {
        final long clone = NativeMemory.allocate(arena, codec.encoderStateBytes());
        codec.resetEncoder(encoder, 128, 2, 71);
        codec.copyEncoder(encoder, clone);

        encodeTone(clone, 500, 5, 128, 2, 71);

        final long reference = NativeMemory.allocate(arena, codec.encoderStateBytes());
        codec.resetEncoder(reference, 128, 2, 71);
        assertArrayEquals(encodeTone(reference, 0, 20, 128, 2, 71), encodeTone(encoder, 0, 20, 128, 2, 71));
    }

    @ParameterizedTest
    @CsvSource({"128, 1, 45", "128, 2, 71", "64, 1, 22", "64, 2, 35"})
    void shouldGoOnWithTheToneWhenAFrameIsLost(final int frameSamples, final int channels, final int codedBytes) {
        codec.resetEncoder(encoder, frameSamples, channels, codedBytes);
        codec.resetDecoder(decoder, frameSamples, channels);
        for (int frame = 0; frame < 40; frame++) {
            NativeMemory.putSamples(pcm, tone(frame * frameSamples, frameSamples, channels));
            codec.encode(encoder, frameSamples, pcm, coded, codedBytes);
            assertEquals(frameSamples, codec.decode(decoder, frameSamples, coded, codedBytes, decoded));
        }

        assertEquals(frameSamples, codec.decode(decoder, frameSamples, 0, codedBytes, decoded));

        final double level = rootMeanSquare(NativeMemory.samples(decoded, frameSamples * channels));
        assertEquals(AMPLITUDE / Math.sqrt(2), level, AMPLITUDE * 0.2);
    }

    @Test
    void shouldFadeWhenNothingArrivesAnyMore() {
        codec.resetEncoder(encoder, 128, 2, 71);
        codec.resetDecoder(decoder, 128, 2);
        for (int frame = 0; frame < 40; frame++) {
            NativeMemory.putSamples(pcm, tone(frame * 128, 128, 2));
            codec.encode(encoder, 128, pcm, coded, 71);
            codec.decode(decoder, 128, coded, 71, decoded);
        }

        for (int frame = 0; frame < 1_000; frame++) {
            assertEquals(128, codec.decode(decoder, 128, 0, 71, decoded));
        }

        assertTrue(rootMeanSquare(NativeMemory.samples(decoded, 256)) < AMPLITUDE / 10.0);
    }

    @Test
    void shouldDecodeAMonoFrameToBothChannelsOfAStereoDecoder() {
        codec.resetEncoder(encoder, 128, 1, 45);
        codec.resetDecoder(decoder, 128, 2);
        for (int frame = 0; frame < 20; frame++) {
            NativeMemory.putSamples(pcm, tone(frame * 128, 128, 1));
            codec.encode(encoder, 128, pcm, coded, 45);
            assertEquals(128, codec.decode(decoder, 128, coded, 45, decoded));
        }

        final short[] samples = NativeMemory.samples(decoded, 256);
        assertTrue(rootMeanSquare(samples) > AMPLITUDE / 2.0);
        for (int i = 0; i < samples.length; i += 2) {
            assertEquals(samples[i], samples[i + 1]);
        }
    }

    @Test
    void shouldReportAndNotTouchTheSamplesWhenAFrameIsInvalid() {
        codec.resetDecoder(decoder, 128, 2);
        final byte[] frame = new byte[71];
        frame[0] = 0x18; // size shift 3, frames of 1024 samples
        NativeMemory.putBytes(coded, frame);
        final short[] before = tone(5, 128, 2);
        NativeMemory.putSamples(decoded, before);

        final int error = codec.decode(decoder, 128, coded, 71, decoded);

        assertTrue(error < 0, "returned " + error);
        assertFalse(OpusCodec.errorText(error).startsWith("unknown"), OpusCodec.errorText(error));
        assertArrayEquals(before, NativeMemory.samples(decoded, 256));
    }

    @Test
    void shouldSayWhichArgumentIsOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> codec.resetEncoder(encoder, 128, 2, 2));
        assertThrows(IllegalArgumentException.class, () -> codec.resetEncoder(encoder, 128, 2, 1277));
        assertThrows(IllegalArgumentException.class, () -> codec.resetEncoder(encoder, 256, 2, 71));
        assertThrows(IllegalArgumentException.class, () -> codec.resetEncoder(encoder, 128, 3, 71));
        assertThrows(IllegalArgumentException.class, () -> codec.resetDecoder(decoder, 0, 2));
        final var e = assertThrows(IllegalArgumentException.class, () -> codec.resetDecoder(decoder, 128, 0));
        assertEquals("0 channels: must be 1 or 2", e.getMessage());
    }

    @Test
    void shouldNeedStatesOfWholeCacheLines() {
        assertEquals(0, codec.encoderStateBytes() % 64);
        assertEquals(0, codec.decoderStateBytes() % 64);
        assertTrue(codec.encoderStateBytes() > 0 && codec.decoderStateBytes() > 0);
    }

    /** One round must be free of allocation: what the JVM itself does on this thread while it compiles is none. */
    @Test
    void shouldNotAllocate() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        NativeMemory.putSamples(pcm, tone(0, 128, 2));
        final long clone = NativeMemory.allocate(arena, codec.encoderStateBytes());
        useEverything(clone, 100);

        final long allocated = LongStream.range(0, 5).map(round -> {
            final long before = threads.getCurrentThreadAllocatedBytes();
            useEverything(clone, 2_000);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }).min().orElseThrow();

        assertEquals(0, allocated);
    }

    private void useEverything(final long clone, final int frames) {
        codec.resetEncoder(encoder, 128, 2, 71);
        codec.resetDecoder(decoder, 128, 2);
        for (int frame = 0; frame < frames; frame++) {
            codec.encode(encoder, 128, pcm, coded, 71);
            codec.decode(decoder, 128, coded, 71, decoded);
            codec.decode(decoder, 128, 0, 71, decoded);
            codec.copyEncoder(encoder, clone);
            codec.resetEncoder(encoder, 128, 2, 71);
            codec.resetDecoder(decoder, 128, 2);
        }
    }

    private byte[][] encodeTone(
            final long state,
            final int firstFrame,
            final int frames,
            final int frameSamples,
            final int channels,
            final int codedBytes) {
        final byte[][] result = new byte[frames][];
        for (int i = 0; i < frames; i++) {
            NativeMemory.putSamples(pcm, tone((firstFrame + i) * frameSamples, frameSamples, channels));
            assertEquals(codedBytes, codec.encode(state, frameSamples, pcm, coded, codedBytes));
            result[i] = NativeMemory.bytes(coded, codedBytes);
        }
        return result;
    }

    /** 440 Hz, on the right channel 660 Hz. */
    private static short[] tone(final int firstSample, final int samples, final int channels) {
        final short[] tone = new short[samples * channels];
        for (int i = 0; i < tone.length; i++) {
            final double seconds = (firstSample + i / channels) / (double) SAMPLE_RATE;
            final int frequency = i % channels == 0 ? 440 : 660;
            tone[i] = (short) (AMPLITUDE * Math.sin(2 * Math.PI * frequency * seconds));
        }
        return tone;
    }

    /** The second half of the signal only, at the delay of 0 to {@code maxDelay} values that fits best. */
    private static double signalToNoiseDb(final short[] in, final short[] out, final int maxDelay) {
        return IntStream.rangeClosed(0, maxDelay).mapToDouble(delay -> {
            double signal = 0;
            double noise = 0;
            for (int i = in.length / 2; i < in.length; i++) {
                final double expected = in[i - delay];
                signal += expected * expected;
                noise += (out[i] - expected) * (out[i] - expected);
            }
            return 10 * Math.log10(signal / Math.max(noise, 1));
        }).max().orElseThrow();
    }

    private static double rootMeanSquare(final short[] samples) {
        double sum = 0;
        for (final short sample : samples) {
            sum += (double) sample * sample;
        }
        return Math.sqrt(sum / samples.length);
    }
}
