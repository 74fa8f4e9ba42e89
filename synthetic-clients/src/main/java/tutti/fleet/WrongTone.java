package tutti.fleet;

import java.util.Locale;

/**
 * One tone that a verifying client heard wrongly for a while.
 *
 * @param listener  name of the client that heard it
 * @param kind      what is wrong
 * @param tone      name of the client whose tone lies there, null when none's does
 * @param frequency in Hz
 * @param side      "mono", "left" or "right"
 * @param expected  gain at which it should be heard, 0 when not at all
 * @param heard     gain at which it was heard when it had been wrong for {@link ToneVerifier#PERSISTENT} windows
 * @param windows   windows of 85 ms in which it was wrong
 */
record WrongTone(String listener, Kind kind, String tone, double frequency, String side, float expected, float heard,
        int windows) {

    /** What can be wrong with a tone. */
    enum Kind { MISSING, WRONG_LEVEL, FOREIGN }

    @Override
    public String toString() {
        final String fault = switch (kind) {
            case MISSING -> "a missing tone";
            case WRONG_LEVEL -> "a wrong level";
            case FOREIGN -> "a foreign tone";
        };
        return String.format(Locale.ROOT, "%s heard %s at %.1f Hz (%s, %s): gain %.3f, expected %.3f, in %d windows",
                listener, fault, frequency, tone == null ? "nobody's tone" : tone, side, heard, expected, windows);
    }

    /** {@return the same, heard in one window more} */
    WrongTone again() {
        return new WrongTone(listener, kind, tone, frequency, side, expected, heard, windows + 1);
    }
}
