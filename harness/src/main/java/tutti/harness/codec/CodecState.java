package tutti.harness.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Random;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import tutti.harness.Expect;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;

/**
 * Encoders and decoders in mid-stream, of one format, at the coded size of Jamulus' quality "normal". Streams take
 * turns: with many of them each call finds its state where a server's would find it, not in the nearest cache. All play
 * the same loop of chords and noise.
 */
@State(Scope.Thread)
public class CodecState {

    private static final int LOOP_FRAMES = 64;
    private static final int[] PARTIALS = {11, 37, 58, 74, 131, 302, 777};
    private static final int PARTIAL_AMPLITUDE = 3000;
    private static final int NOISE_AMPLITUDE = 300;
    private static final long ALIGNMENT = 64;

    /** Samples per channel in a frame. */
    @Param({"64", "128"})
    public int frameSamples;

    /** Mono or stereo. */
    @Param({"1", "2"})
    public int channels;

    /** Streams that take turns. */
    @Param({"1", "40"})
    public int streams;

    int codedBytes;

    private OpusCodec codec;
    private Arena arena;
    private long encoders;
    private long decoders;
    private long spare;
    private MemorySegment pcmLoop;
    private MemorySegment codedLoop;
    private MemorySegment decoded;
    private MemorySegment coded;
    private int turn;

    /** Makes the streams, encodes the loop, and plays it once on each stream. */
    @Setup
    public void prepare() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
        arena = Arena.ofConfined();
        codedBytes = frameSamples == 64 ? (channels == 1 ? 22 : 35) : (channels == 1 ? 45 : 71);
        encoders = arena.allocate((long) streams * codec.encoderStateBytes(), ALIGNMENT).address();
        decoders = arena.allocate((long) streams * codec.decoderStateBytes(), ALIGNMENT).address();
        spare = arena.allocate(codec.encoderStateBytes(), ALIGNMENT).address();
        pcmLoop = arena.allocate(LOOP_FRAMES * pcmBytes(), ALIGNMENT);
        codedLoop = arena.allocate((long) LOOP_FRAMES * codedBytes, ALIGNMENT);
        decoded = arena.allocate(pcmBytes(), ALIGNMENT);
        coded = arena.allocate(OpusCodec.MAX_CODED_BYTES, ALIGNMENT);
        compose();
        for (int stream = 0; stream < streams; stream++) {
            codec.resetEncoder(encoder(stream), frameSamples, channels, codedBytes);
            codec.resetDecoder(decoder(stream), frameSamples, channels);
        }
        for (int frame = 0; frame < LOOP_FRAMES; frame++) {
            for (int stream = 0; stream < streams; stream++) {
                encode();
            }
            MemorySegment.copy(coded, 0, codedLoop, (long) frame * codedBytes, codedBytes);
        }
        turn = 0;
        for (int i = 0; i < LOOP_FRAMES * streams; i++) {
            decode();
        }
        checkThatTheLoopIsHeard();
        checkThatACopyGoesOnAlike();
    }

    /** All partials have whole periods in the loop, so that it has no seam. */
    private void compose() {
        final Random random = new Random(frameSamples);
        final int samples = LOOP_FRAMES * frameSamples;
        for (int sample = 0; sample < samples; sample++) {
            for (int channel = 0; channel < channels; channel++) {
                double value = NOISE_AMPLITUDE * random.nextGaussian();
                for (final int partial : PARTIALS) {
                    value += PARTIAL_AMPLITUDE * Math.sin(2 * Math.PI * partial * sample / samples + channel);
                }
                pcmLoop.setAtIndex(JAVA_SHORT, (long) sample * channels + channel, (short) value);
            }
        }
    }

    private void checkThatTheLoopIsHeard() {
        double played = 0;
        double heard = 0;
        for (int i = 0; i < LOOP_FRAMES; i++) {
            played += energy(pcmLoop.asSlice(i * pcmBytes(), pcmBytes()));
            for (int stream = 0; stream < streams; stream++) {
                decode();
            }
            heard += energy(decoded);
        }
        if (heard < played / 2 || heard > played * 2) {
            throw new IllegalStateException("decoded energy is " + heard / played + " of the original's");
        }
    }

    private static double energy(final MemorySegment pcm) {
        double sum = 0;
        for (long i = 0; i < pcm.byteSize() / Short.BYTES; i++) {
            final double sample = pcm.getAtIndex(JAVA_SHORT, i);
            sum += sample * sample;
        }
        return sum;
    }

    private void checkThatACopyGoesOnAlike() {
        final int stream = copyEncoder();
        final byte[] expected = new byte[codedBytes];
        codec.encode(encoder(stream), frameSamples, pcm(0), coded.address(), codedBytes);
        MemorySegment.copy(coded, JAVA_BYTE, 0, expected, 0, codedBytes);
        codec.encode(spare, frameSamples, pcm(0), coded.address(), codedBytes);
        for (int i = 0; i < codedBytes; i++) {
            Expect.equal("byte " + i + " from the copy of an encoder", expected[i], coded.get(JAVA_BYTE, i));
        }
    }

    /** Encodes the next stream's next frame. */
    long encode() {
        final int stream = nextStream();
        return Expect.equal("coded bytes", codedBytes,
            codec.encode(encoder(stream), frameSamples, pcm(frame()), coded.address(), codedBytes));
    }

    /** Decodes the next stream's next frame. */
    long decode() {
        final int stream = nextStream();
        return Expect.equal("decoded samples", frameSamples,
            codec.decode(decoder(stream), frameSamples, codedAddress(frame()), codedBytes, decoded.address()));
    }

    /** Decodes the next stream's next frame and then conceals one that is missing. */
    long decodeThenConceal() {
        final int stream = nextStream();
        Expect.equal("decoded samples", frameSamples,
            codec.decode(decoder(stream), frameSamples, codedAddress(frame()), codedBytes, decoded.address()));
        return conceal(stream);
    }

    /** Conceals a frame of the next stream, of which nothing arrives any more. */
    long conceal() {
        return conceal(nextStream());
    }

    private long conceal(final int stream) {
        return Expect.equal("concealed samples", frameSamples,
            codec.decode(decoder(stream), frameSamples, 0, codedBytes, decoded.address()));
    }

    /** Makes the next stream's encoder a new one. */
    void resetEncoder() {
        codec.resetEncoder(encoder(nextStream()), frameSamples, channels, codedBytes);
    }

    /** Makes the next stream's decoder a new one. */
    void resetDecoder() {
        codec.resetDecoder(decoder(nextStream()), frameSamples, channels);
    }

    /** Copies the next stream's encoder; returns which stream that was. */
    int copyEncoder() {
        final int stream = nextStream();
        codec.copyEncoder(encoder(stream), spare);
        return stream;
    }

    private int nextStream() {
        turn++;
        return turn % streams;
    }

    /** The frame at which all streams are. */
    private int frame() {
        return turn / streams % LOOP_FRAMES;
    }

    private long encoder(final int stream) {
        return encoders + (long) stream * codec.encoderStateBytes();
    }

    private long decoder(final int stream) {
        return decoders + (long) stream * codec.decoderStateBytes();
    }

    private long pcm(final int frame) {
        return pcmLoop.address() + frame * pcmBytes();
    }

    private long codedAddress(final int frame) {
        return codedLoop.address() + (long) frame * codedBytes;
    }

    private long pcmBytes() {
        return (long) frameSamples * channels * Short.BYTES;
    }

    /** Frees the streams. */
    @TearDown
    public void free() {
        arena.close();
    }
}
