package tutti.fleet;

/**
 * Which tone each client plays.
 *
 * <p>All frequencies lie on the grid of 48000 / {@value #LOOP_SAMPLES} Hz = 11.72 Hz, so that
 * <ul>
 *   <li>every tone repeats after {@value #LOOP_SAMPLES} samples, which is a whole number of frames and of datagrams
 *       (the loop is coded once and then sent for ever);</li>
 *   <li>a Fourier transform over any {@value #LOOP_SAMPLES} successive samples of a mix separates all tones exactly,
 *       wherever the window begins.</li>
 * </ul>
 * Tone t lies at line {@value #FIRST_LINE} + {@value #LINE_STEP} t: 293 Hz for the first client, 35.2 Hz more for each
 * next one, 5532 Hz for the 150th. No tone is the octave of another, nor the sum of two, so overdriven or misplaced
 * sound does not hide under a tone that is expected. In stereo the right channel is
 * 3 dB softer than the left: exchanged sides are a wrong level. The last clients may be muted: their tones are silence.
 *
 * @param tones     number of tones, 1 to {@value #MAX_TONES}
 * @param muted     how many of them, the last ones, are silent: 0 to {@code tones - 1}
 * @param amplitude peak of one of the others on the left channel, in int16 steps
 */
record TonePlan(int tones, int muted, float amplitude) {

    static final int LOOP_SAMPLES = 4096;
    static final int FIRST_LINE = 25;
    static final int LINE_STEP = 3;
    /** So many fit below 20 kHz, where the codec ends. */
    static final int MAX_TONES = 512;
    /** Level of the right channel relative to the left. */
    static final float RIGHT_LEVEL = 0.70710677f;

    private static final double GOLDEN_SECTION = 0.6180339887498949;
    private static final double LOUDEST_SINGLE = 8000;
    private static final double PEAK_OF_MIX = 30_000;
    /** Peak of the sum of many sines with unrelated phases, in units of its effective value, rarely exceeded. */
    private static final double CREST_FACTOR = 4.5;

    TonePlan {
        if (tones < 1 || tones > MAX_TONES) {
            throw new IllegalArgumentException(tones + " clients, allowed are 1 to " + MAX_TONES);
        }
        if (muted < 0 || muted >= tones) {
            throw new IllegalArgumentException(muted + " muted clients, allowed are 0 to " + (tones - 1));
        }
    }

    /** {@return a plan with tones as loud as the sum of them all allows without clipping} */
    static TonePlan of(final int tones, final int muted) {
        final double withoutClipping = PEAK_OF_MIX / (CREST_FACTOR * Math.sqrt((tones - muted) / 2.0));
        return new TonePlan(tones, muted, (float) Math.min(LOUDEST_SINGLE, withoutClipping));
    }

    /** {@return whether the client of that tone is silent} */
    boolean isMuted(final int tone) {
        return tone >= tones - muted;
    }

    /** {@return the line of the Fourier transform that holds the tone} */
    static int line(final int tone) {
        return FIRST_LINE + LINE_STEP * tone;
    }

    /** {@return the tone at that line of the Fourier transform, or -1 when none of this plan lies there} */
    int toneAt(final int line) {
        final int offset = line - FIRST_LINE;
        if (offset < 0 || offset % LINE_STEP != 0 || offset / LINE_STEP >= tones) {
            return -1;
        }
        return offset / LINE_STEP;
    }

    static double hertz(final int line) {
        return (double) line * StreamFormat.SAMPLE_RATE / LOOP_SAMPLES;
    }

    /** {@return the name under which the client of that tone appears in everybody's list, "Tone 001" for tone 0} */
    static String name(final int tone) {
        return String.format("Tone %03d", tone + 1);
    }

    /** {@return the tone of the client of that name, or -1 when it is not one of this plan} */
    int toneOf(final String name) {
        if (!name.startsWith("Tone ")) {
            return -1;
        }
        try {
            final int tone = Integer.parseInt(name, "Tone ".length(), name.length(), 10) - 1;
            return tone >= 0 && tone < tones ? tone : -1;
        } catch (final NumberFormatException notOneOfOurs) {
            return -1;
        }
    }

    /** {@return the amplitude of that tone at gain 1 on that channel, in int16 steps: 0 when it is muted} */
    float amplitude(final int tone, final int channel) {
        return isMuted(tone) ? 0 : amplitude(channel);
    }

    /** {@return the amplitude of a sounding tone on that channel (0 left or mono, 1 right), in int16 steps} */
    float amplitude(final int channel) {
        return channel == 0 ? amplitude : amplitude * RIGHT_LEVEL;
    }

    /** {@return sample {@code index} of the tone on the left channel, as a fraction of its amplitude} */
    static double sample(final int tone, final int index) {
        // Phases that grow with the square of the number keep the peaks of the tones apart; in step they would add up.
        final double phase = (double) tone * tone * GOLDEN_SECTION % 1;
        final double cycles = (double) ((long) line(tone) * index % LOOP_SAMPLES) / LOOP_SAMPLES + phase;
        return Math.sin(2 * Math.PI * cycles);
    }
}
