package tutti.fleet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.OpusCodec;

/**
 * The voice of a client that measures latency: silence, and now and then a burst. The next one begins 100 to 200 ms
 * after the last one has come back or was given up, at any sample of a packet.
 */
final class BurstVoice implements Voice {

    /** Peak of a burst on the left channel, in int16 steps. */
    static final float AMPLITUDE = 8000;

    private static final int SHORTEST_PAUSE = StreamFormat.SAMPLE_RATE / 10;
    private static final int LONGEST_PAUSE = StreamFormat.SAMPLE_RATE / 5;
    private static final int STATE_ALIGNMENT = 64;

    private final OpusCodec codec;
    private final StreamFormat format;
    private final LatencyMeter meter;
    private final SplittableRandom random;
    private final long encoder;
    private final MemorySegment pcm;
    private final UnsafeBuffer datagram;
    /** Samples until the next burst may begin. */
    private int pause;
    /** Place in the burst of the next sample to be made; beyond its end when none is being played. */
    private int position = Burst.SAMPLES;

    /**
     * @param arena owns the encoder's memory
     * @param meter hears of every burst, and says whether the last one is still on its way
     */
    BurstVoice(final Arena arena, final OpusCodec codec, final StreamFormat format, final LatencyMeter meter,
            final SplittableRandom random) {
        this.codec = codec;
        this.format = format;
        this.meter = meter;
        this.random = random;
        this.encoder = arena.allocate(codec.encoderStateBytes(), STATE_ALIGNMENT).address();
        this.pcm = arena.allocate((long) format.frameSamples() * format.channels() * Short.BYTES, Long.BYTES);
        final MemorySegment memory = arena.allocate(format.datagramBytes(true));
        this.datagram = new UnsafeBuffer(memory.address(), format.datagramBytes(true));
        this.pause = random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE);
        codec.resetEncoder(encoder, format.frameSamples(), format.channels(), format.codedBytes());
    }

    @Override
    public long next(final boolean counterBytes, final int sequence) {
        schedule();
        int offset = 0;
        for (int block = 0; block < format.factor(); block++) {
            fill();
            codec.encode(encoder, format.frameSamples(), pcm.address(), datagram.addressOffset() + offset,
                    format.codedBytes());
            offset += format.codedBytes();
            if (counterBytes) {
                datagram.putByte(offset, (byte) (sequence + block));
                offset++;
            }
        }
        return datagram.addressOffset();
    }

    private void schedule() {
        if (!meter.isIdle() || position < Burst.SAMPLES) {
            return;
        }
        pause -= format.datagramSamples();
        if (pause <= 0) {
            final int begin = random.nextInt(format.datagramSamples());
            position = -begin;
            pause = random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE);
            meter.begins(format.datagramSamples() - begin);
        }
    }

    private void fill() {
        for (int i = 0; i < format.frameSamples(); i++) {
            final float sample = AMPLITUDE * Burst.sample(position);
            pcm.setAtIndex(ValueLayout.JAVA_SHORT, (long) i * format.channels(), (short) sample);
            if (format.channels() == 2) {
                pcm.setAtIndex(ValueLayout.JAVA_SHORT, 2L * i + 1, (short) (TonePlan.RIGHT_LEVEL * sample));
            }
            position = Math.min(position + 1, Burst.SAMPLES);
        }
    }

    /** The datagram that was made last leaves now. @param wallNanos the clock of the kernel's stamps */
    void departs(final long wallNanos) {
        meter.departs(wallNanos);
    }
}
