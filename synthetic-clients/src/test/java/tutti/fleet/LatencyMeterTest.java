package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;

/**
 * A client that measures latency plays to a server that decodes, waits for a given number of packets, and codes again.
 * Time is counted in samples: a packet leaves every {@code datagramSamples}, and its answer arrives at once or later.
 */
class LatencyMeterTest {

    private static final double NANOS_PER_SAMPLE = 1e9 / StreamFormat.SAMPLE_RATE;
    private static final int TOLERANCE_SAMPLES = 3;

    private static OpusCodec codec;

    private final Arena arena = Arena.ofConfined();
    private final Histogram latencies = new Histogram(2_000_000_000L, 4);
    private final ArrayDeque<byte[]> underway = new ArrayDeque<>();
    private StreamFormat format;
    private LatencyMeter meter;
    private BurstVoice voice;
    private Listener ears;
    private Listener server;
    private long serverEncoder;
    private MemorySegment answer;
    private long packets;
    private double foreign;
    private int foreignPosition;

    @BeforeAll
    static void loadCodec() {
        codec = new OpusCodec(OpusLibrary.find(Optional.empty()));
    }

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    private void begin(final int frame, final int channels, final int bytes, final int factor) {
        format = new StreamFormat(frame, channels, bytes, factor);
        meter = new LatencyMeter(format, BurstVoice.AMPLITUDE, latencies);
        voice = new BurstVoice(arena, codec, format, meter, new SplittableRandom(1));
        ears = new Listener(arena, codec, format, meter);
        serverEncoder = arena.allocate(codec.encoderStateBytes(), 64).address();
        codec.resetEncoder(serverEncoder, frame, channels, bytes);
        answer = arena.allocate(bytes);
        server = new Listener(arena, codec, format, new Mixer());
        underway.clear();
        packets = 0;
        latencies.reset();
        meter.startCounting();
    }

    /** Codes again what the server has decoded. */
    private final class Mixer implements Ear {

        @Override
        public void accept(final DirectBuffer pcm, final int samples) {
            final UnsafeBuffer mix = new UnsafeBuffer(pcm.addressOffset(), samples * format.channels() * Short.BYTES);
            for (int i = 0; i < samples; i++, foreignPosition++) {
                for (int channel = 0; channel < format.channels(); channel++) {
                    final int at = (i * format.channels() + channel) * Short.BYTES;
                    mix.putShort(at, (short) (mix.getShort(at) + foreign * TonePlan.sample(0, foreignPosition)));
                }
            }
            codec.encode(serverEncoder, samples, mix.addressOffset(), answer.address(), format.codedBytes());
        }

        @Override
        public void markUnusable() {
            // No packet is lost here.
        }

        @Override
        public void excuse(final long nanos) {
            // Nor late.
        }

        @Override
        public void startCounting() {
            // A mixer counts nothing.
        }

        @Override
        public void stopCounting() {
            // A mixer counts nothing.
        }
    }

    private static long nanos(final double samples) {
        return Math.round(samples * NANOS_PER_SAMPLE);
    }

    /** Sends packets; each is answered with the one sent so many before it. */
    private void play(final int count, final int delayPackets) {
        for (int i = 0; i < count; i++, packets++) {
            final long now = nanos(packets * format.datagramSamples());
            final UnsafeBuffer sent = new UnsafeBuffer(voice.next(false, 0), format.datagramBytes(false));
            voice.departs(now);
            final byte[] content = new byte[sent.capacity()];
            sent.getBytes(0, content);
            underway.add(content);
            if (underway.size() > delayPackets) {
                answer(underway.remove(), now);
            }
        }
    }

    private void answer(final byte[] datagram, final long nowNanos) {
        final MemorySegment memory = arena.allocate(datagram.length);
        memory.copyFrom(MemorySegment.ofArray(datagram));
        for (int block = 0; block < format.factor(); block++) {
            server.hear(0, memory.address() + (long) block * format.codedBytes());
            meter.arrives(nowNanos + nanos(block * format.frameSamples()));
            ears.hear(0, answer.address());
        }
    }

    private double measure(final int frame, final int channels, final int bytes, final int factor, final int delay) {
        begin(frame, channels, bytes, factor);
        play(1500 * 128 / format.datagramSamples(), delay);
        assertTrue(meter.bursts() >= 8, meter.bursts() + " bursts");
        assertEquals(0, meter.unheard());
        assertEquals(meter.bursts(), latencies.getTotalCount());
        // All phases of a burst in its packet take the same time.
        assertEquals(latencies.getMinValue(), latencies.getMaxValue(), TOLERANCE_SAMPLES * NANOS_PER_SAMPLE);
        return latencies.getMean() / NANOS_PER_SAMPLE;
    }

    @ParameterizedTest
    @CsvSource({"128, 1, 45, 1", "128, 2, 71, 1", "128, 2, 71, 2", "64, 2, 35, 1", "64, 1, 22, 4", "128, 1, 25, 1",
        "128, 2, 165, 1"})
    void aDelayOfSomePacketsIsMeasuredToTheSample(final int frame, final int channels, final int bytes,
            final int factor) {
        final double least = measure(frame, channels, bytes, factor, 0);
        // A packet is filled, and two codecs overlap by a block each.
        assertEquals(frame * factor + 2 * frame, least, TOLERANCE_SAMPLES);
        for (final int packets : new int[] {1, 5, 40}) {
            assertEquals(least + packets * frame * factor, measure(frame, channels, bytes, factor, packets),
                    TOLERANCE_SAMPLES);
        }
    }

    @Test
    void othersWhoPlayDoNotConfuseIt() {
        final double alone = measure(128, 2, 71, 1, 3);
        foreign = 3000;
        assertEquals(alone, measure(128, 2, 71, 1, 3), TOLERANCE_SAMPLES);
    }

    @Test
    void aBurstThatNeverComesBackIsGivenUpAndTheNextOneFollows() {
        begin(128, 1, 45, 1);
        final int longest = LatencyMeter.LONGEST_SAMPLES / format.datagramSamples();
        final MemorySegment silence = arena.allocate(format.codedBytes());
        for (int i = 0; i < 3 * (longest + 100); i++) {
            voice.next(false, 0);
            voice.departs(nanos(packets++ * format.datagramSamples()));
            meter.arrives(nanos(packets * format.datagramSamples()));
            ears.hear(0, silence.address());
        }
        assertTrue(meter.bursts() >= 2, meter.bursts() + " bursts");
        assertEquals(meter.bursts(), meter.unheard());
        assertEquals(0, latencies.getTotalCount());
    }

    @Test
    void aBurstDuringWhichAPacketWasLostDoesNotCount() {
        begin(128, 1, 45, 1);
        while (meter.isIdle()) {
            play(1, 3);
        }
        meter.markUnusable();
        while (!meter.isIdle()) {
            play(1, 3);
        }
        assertEquals(0, meter.bursts());
        play(200, 3);
        assertTrue(meter.bursts() > 0);
    }

    @Test
    void nothingCountsBeforeTheCountOrAfterIt() {
        begin(128, 1, 45, 1);
        meter.stopCounting();
        play(300, 3);
        assertEquals(0, meter.bursts());
        meter.startCounting();
        play(300, 3);
        final long bursts = meter.bursts();
        assertTrue(bursts > 0);
        meter.stopCounting();
        play(300, 3);
        assertEquals(bursts, meter.bursts());
    }
}
