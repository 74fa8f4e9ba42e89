package tutti.fleet;

import java.util.List;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Judges what one client hears: every expected tone is there at its level, and nothing else is.
 *
 * <p>The decoded sound is cut into windows of {@link TonePlan#LOOP_SAMPLES} samples (85 ms). Each window is taken
 * apart into its spectral lines, and every line is compared with what the plan and the faders say. A window in which
 * something is off is <i>disturbed</i>; a concealed packet, or a jitter buffer that skipped a block, disturbs one
 * window. A line that is off in {@value #PERSISTENT} successive judged windows, about a second, is a <i>wrong
 * tone</i>: missing, at a wrong level or foreign. Windows in which a packet was lost, or this program or the server
 * stood still, are not judged: such faults are counted for what they are, elsewhere.
 *
 * <p>One thread uses an instance. Nothing is allocated unless a tone is wrong.
 */
final class ToneVerifier implements Ear {

    static final int PERSISTENT = 12;
    private static final long AFTERMATH_NANOS = 100_000_000L;
    private static final int LINES = TonePlan.LOOP_SAMPLES / 2;

    private final int listener;
    private final TonePlan plan;
    private final int channels;
    private final Tolerance tolerance;
    private final Spectrum spectrum = new Spectrum();
    private final float[] left = new float[TonePlan.LOOP_SAMPLES];
    private final float[] right = new float[TonePlan.LOOP_SAMPLES];
    private final float[][] expected;
    private final float[][] allowed;
    private final float[] mixLevel;
    private final int[][] streak;
    private final TreeMap<Integer, WrongTone> wrong = new TreeMap<>();

    private int filled;
    private boolean windowUnusable;
    private int unusableSamples;
    private boolean counting;
    private int windows;
    private int unusableWindows;
    private int disturbedWindows;
    private float worstResidual;

    /**
     * @param listener  number of the client that hears, from 0
     * @param gains     gain with which it hears each tone of the plan
     * @param channels  channels of the decoded sound, 1 or 2
     */
    ToneVerifier(final int listener, final TonePlan plan, final float[] gains, final int channels,
            final Tolerance tolerance) {
        this.listener = listener;
        this.plan = plan;
        this.channels = channels;
        this.tolerance = tolerance;
        this.expected = new float[channels][LINES];
        this.allowed = new float[channels][LINES];
        this.mixLevel = new float[channels];
        this.streak = new int[channels][LINES];
        for (int channel = 0; channel < channels; channel++) {
            expect(channel, gains);
        }
    }

    private void expect(final int channel, final float[] gains) {
        double power = 0;
        for (int tone = 0; tone < plan.tones(); tone++) {
            final float amplitude = gains[tone] * plan.amplitude(tone, channel);
            expected[channel][TonePlan.line(tone)] = amplitude;
            power += amplitude * amplitude / 2;
        }
        mixLevel[channel] = (float) Math.sqrt(power);
        for (int line = 0; line < LINES; line++) {
            allowed[channel][line] = tolerance.allowed(expected[channel][line], mixLevel[channel]);
        }
    }

    /** Takes decoded sound, in powers of 2 of samples, so that windows end with a frame. */
    @Override
    public void accept(final DirectBuffer pcm, final int samples) {
        for (int i = 0; i < samples; i++) {
            left[filled + i] = pcm.getShort(i * channels * Short.BYTES);
        }
        if (channels == 2) {
            for (int i = 0; i < samples; i++) {
                right[filled + i] = pcm.getShort((2 * i + 1) * Short.BYTES);
            }
        }
        filled += samples;
        windowUnusable |= unusableSamples > 0;
        unusableSamples = Math.max(0, unusableSamples - samples);
        if (filled == TonePlan.LOOP_SAMPLES) {
            endWindow();
        }
    }

    /** A packet of this window was lost on its way: the loss is counted elsewhere, the window is not judged. */
    @Override
    public void markUnusable() {
        windowUnusable = true;
    }

    /**
     * Something stood still for that long, so that packets were not there in time: neither the windows of the time
     * itself nor those of the moment after it, while buffers find their level again, are judged.
     */
    @Override
    public void excuse(final long stallNanos) {
        final long samples = (stallNanos + AFTERMATH_NANOS) * (StreamFormat.SAMPLE_RATE / 1000) / 1_000_000;
        unusableSamples = (int) Math.max(unusableSamples, Math.min(samples, Integer.MAX_VALUE));
    }

    /** From the next whole window on, windows are judged and counted. */
    @Override
    public void startCounting() {
        filled = 0;
        windowUnusable = false;
        counting = true;
    }

    @Override
    public void stopCounting() {
        counting = false;
    }

    private void endWindow() {
        filled = 0;
        if (counting) {
            if (windowUnusable) {
                unusableWindows++;
            } else {
                judge();
            }
        }
        windowUnusable = false;
    }

    private void judge() {
        windows++;
        spectrum.transform(left, right);
        boolean disturbed = false;
        for (int channel = 0; channel < channels; channel++) {
            disturbed |= judge(channel);
        }
        if (disturbed) {
            disturbedWindows++;
        }
    }

    private boolean judge(final int channel) {
        boolean disturbed = false;
        double deviations = 0;
        for (int line = 1; line < LINES; line++) {
            final float heard = channel == 0 ? spectrum.leftAmplitude(line) : spectrum.rightAmplitude(line);
            final float deviation = Math.abs(heard - expected[channel][line]);
            deviations += deviation * deviation / 2;
            if (deviation <= allowed[channel][line]) {
                streak[channel][line] = 0;
            } else {
                disturbed = true;
                streak[channel][line]++;
                if (streak[channel][line] >= PERSISTENT) {
                    describe(channel, line, heard);
                }
            }
        }
        final float residual = (float) Math.sqrt(deviations) / Math.max(mixLevel[channel], Tolerance.ROUNDING);
        worstResidual = Math.max(worstResidual, residual);
        return disturbed || residual > tolerance.residual();
    }

    private void describe(final int channel, final int line, final float heard) {
        final int key = line * channels + channel;
        final WrongTone known = wrong.get(key);
        if (known != null) {
            wrong.put(key, known.again());
            return;
        }
        final float unit = plan.amplitude(channel);
        final float wanted = expected[channel][line];
        final int tone = plan.toneAt(line);
        wrong.put(key, new WrongTone(TonePlan.name(listener), kindOf(channel, wanted, heard),
                tone < 0 ? null : TonePlan.name(tone), TonePlan.hertz(line),
                channels == 1 ? "mono" : channel == 0 ? "left" : "right", wanted / unit, heard / unit, PERSISTENT));
    }

    private WrongTone.Kind kindOf(final int channel, final float wanted, final float heard) {
        if (wanted == 0) {
            return WrongTone.Kind.FOREIGN;
        }
        return heard <= tolerance.allowed(0, mixLevel[channel]) ? WrongTone.Kind.MISSING : WrongTone.Kind.WRONG_LEVEL;
    }

    /** {@return number of the client that hears, from 0} */
    int listener() {
        return listener;
    }

    /** {@return windows judged} */
    int windows() {
        return windows;
    }

    /** {@return windows not judged, because a packet was lost or something stood still} */
    int unusableWindows() {
        return unusableWindows;
    }

    /** {@return judged windows in which anything was off, be it for a moment} */
    int disturbedWindows() {
        return disturbedWindows;
    }

    /** {@return effective value of all deviations in the worst judged window, relative to the mix} */
    float worstResidual() {
        return worstResidual;
    }

    /** {@return number of lines (per channel) that were off for {@value #PERSISTENT} windows or more} */
    int wrongTones() {
        return wrong.size();
    }

    /** {@return all of them by frequency} */
    List<WrongTone> describeWrongTones() {
        return List.copyOf(wrong.values());
    }
}
