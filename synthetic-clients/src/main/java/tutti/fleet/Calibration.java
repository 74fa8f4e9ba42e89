package tutti.fleet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import tutti.opus.OpusCodec;

/**
 * Finds out, before the run, how wrong the tones sound after a flawless server: it decodes the coded tones, mixes
 * them as a server would, codes and decodes the mix, and measures the deviations. The codec's noise depends on the
 * coded size, the frame length and the number of tones; so the tolerance does.
 */
final class Calibration {

    /** Mixes tried, each with other time shifts between the tones. */
    private static final int MIXES = 6;
    private static final int PASSES = 2;
    /** The tolerance is that many times the worst deviation found. */
    private static final float MARGIN = 2;
    private static final int STATE_ALIGNMENT = 64;
    private static final int SIZE = TonePlan.LOOP_SAMPLES;

    private final OpusCodec codec;
    private final StreamFormat format;
    private final TonePlan plan;
    private final float[][][] tones;
    private final Spectrum spectrum = new Spectrum();
    private final MemorySegment encoder;
    private final MemorySegment decoder;
    private final MemorySegment pcm;
    private final MemorySegment coded;

    private Calibration(final Arena arena, final OpusCodec codec, final StreamFormat format, final TonePlan plan,
            final CodedTones codedTones) {
        this.codec = codec;
        this.format = format;
        this.plan = plan;
        this.encoder = arena.allocate(codec.encoderStateBytes(), STATE_ALIGNMENT);
        this.decoder = arena.allocate(codec.decoderStateBytes(), STATE_ALIGNMENT);
        this.pcm = arena.allocate((long) format.frameSamples() * format.channels() * Short.BYTES, Short.BYTES);
        this.coded = arena.allocate(format.codedBytes());
        this.tones = new float[plan.tones()][][];
        for (int tone = 0; tone < plan.tones(); tone++) {
            tones[tone] = decode(codedTones, tone);
        }
    }

    /** {@return what a listener with these gains must put up with, for a perfect server} */
    static Tolerance measure(final OpusCodec codec, final StreamFormat format, final TonePlan plan,
            final CodedTones codedTones, final float[] gains) {
        try (Arena arena = Arena.ofConfined()) {
            final Calibration calibration = new Calibration(arena, codec, format, plan, codedTones);
            final Random random = new Random(plan.tones());
            float line = 0;
            float residual = 0;
            for (int i = 0; i < MIXES; i++) {
                calibration.transform(calibration.mix(gains, random));
                for (int channel = 0; channel < format.channels(); channel++) {
                    final Tolerance found = calibration.deviations(channel, gains);
                    line = Math.max(line, found.line());
                    residual = Math.max(residual, found.residual());
                }
            }
            return new Tolerance(MARGIN * line, MARGIN * residual);
        }
    }

    private float[][] decode(final CodedTones codedTones, final int tone) {
        final float[][] sound = new float[format.channels()][SIZE];
        codec.resetDecoder(decoder.address(), format.frameSamples(), format.channels());
        final int blocks = codedTones.blocksInLoop();
        for (int block = 0; block < PASSES * blocks; block++) {
            codec.decode(decoder.address(), format.frameSamples(), codedTones.blockAddress(tone, block % blocks),
                    format.codedBytes(), pcm.address());
            store(sound, block % blocks * format.frameSamples());
        }
        return sound;
    }

    private void store(final float[][] sound, final int from) {
        for (int i = 0; i < format.frameSamples(); i++) {
            for (int channel = 0; channel < format.channels(); channel++) {
                sound[channel][from + i] =
                        pcm.getAtIndex(ValueLayout.JAVA_SHORT, (long) i * format.channels() + channel);
            }
        }
    }

    /** The sum of all tones, each shifted by a whole number of frames, as they reach the server. */
    private float[][] mix(final float[] gains, final Random random) {
        final float[][] sum = new float[format.channels()][SIZE];
        for (int tone = 0; tone < plan.tones(); tone++) {
            final int shift = random.nextInt(SIZE / format.frameSamples()) * format.frameSamples();
            for (int channel = 0; channel < format.channels(); channel++) {
                for (int i = 0; i < SIZE; i++) {
                    sum[channel][i] += gains[tone] * tones[tone][channel][(i + shift) % SIZE];
                }
            }
        }
        return sum;
    }

    private void transform(final float[][] mix) {
        final float[][] heard = new float[format.channels()][SIZE];
        codec.resetEncoder(encoder.address(), format.frameSamples(), format.channels(), format.codedBytes());
        codec.resetDecoder(decoder.address(), format.frameSamples(), format.channels());
        for (int from = 0; from < PASSES * SIZE; from += format.frameSamples()) {
            for (int i = 0; i < format.frameSamples(); i++) {
                for (int channel = 0; channel < format.channels(); channel++) {
                    final float sample = mix[channel][(from + i) % SIZE];
                    pcm.setAtIndex(ValueLayout.JAVA_SHORT, (long) i * format.channels() + channel,
                            (short) Math.clamp(sample, Short.MIN_VALUE, Short.MAX_VALUE));
                }
            }
            codec.encode(encoder.address(), format.frameSamples(), pcm.address(), coded.address(),
                    format.codedBytes());
            codec.decode(decoder.address(), format.frameSamples(), coded.address(), format.codedBytes(),
                    pcm.address());
            store(heard, from % SIZE);
        }
        spectrum.transform(heard[0], format.channels() == 2 ? heard[1] : new float[SIZE]);
    }

    private Tolerance deviations(final int channel, final float[] gains) {
        double power = 0;
        double deviations = 0;
        float worst = 0;
        for (int line = 1; line < SIZE / 2; line++) {
            final int tone = plan.toneAt(line);
            final float expected = tone < 0 ? 0 : gains[tone] * plan.amplitude(tone, channel);
            final float heard = channel == 0 ? spectrum.leftAmplitude(line) : spectrum.rightAmplitude(line);
            final float deviation = Math.abs(heard - expected);
            worst = Math.max(worst, deviation);
            deviations += deviation * deviation / 2;
            power += expected * expected / 2;
        }
        final double level = Math.sqrt(power);
        return new Tolerance((float) (worst / level), (float) (Math.sqrt(deviations) / level));
    }
}
