package tutti.fleet;

/**
 * How far a mix may be from the ideal before it counts as wrong. Both numbers are relative to the effective value of
 * the whole expected mix, because the noise of the codec grows with that.
 *
 * @param line     deviation of the amplitude of one spectral line
 * @param residual effective value of all deviations together
 */
record Tolerance(float line, float residual) {

    /** Part of a tone's own level that it may be off, whatever the codec does. */
    static final float OF_LEVEL = 0.02f;
    /** In int16 steps: what rounding to integers may do. */
    static final float ROUNDING = 4;

    /** A missing tone must exceed what is allowed by so much to be told from noise. */
    private static final float RESOLVABLE = 0.75f;

    /** {@return the deviation allowed to a line that is expected at that amplitude in a mix of that effective value} */
    float allowed(final float expectedAmplitude, final float mixLevel) {
        return ROUNDING + OF_LEVEL * expectedAmplitude + line * mixLevel;
    }

    /** {@return whether the softest tone of a mix with these gains stands out, so that its absence would be noticed} */
    boolean resolves(final TonePlan plan, final float[] gains) {
        double power = 0;
        float softest = Float.MAX_VALUE;
        for (int tone = 0; tone < plan.tones() - plan.muted(); tone++) {
            final float amplitude = gains[tone] * plan.amplitude();
            power += amplitude * amplitude / 2;
            // A tone that is not to be heard cannot be missing.
            softest = amplitude == 0 ? softest : Math.min(softest, amplitude);
        }
        return allowed(softest, (float) Math.sqrt(power)) < RESOLVABLE * softest;
    }
}
