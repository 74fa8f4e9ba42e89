package tutti.fleet;

/**
 * Who a client says it is.
 *
 * @param band  name of the fleet; {@link #DEFAULT_BAND} for one that is alone on its server
 * @param tone  number of the client, from 0
 * @param visit how often it has been there before: in the list it must be told from its predecessor
 */
record Identity(String band, int tone, int visit) {

    static final String DEFAULT_BAND = "Tone";
    /** A name has 16 characters at most (spec 3.3); blank and number take 4. */
    static final int MAX_BAND_LENGTH = 12;

    /** {@return the name under which the client appears in everybody's list} */
    String name() {
        return band + TonePlan.name(tone).substring(DEFAULT_BAND.length());
    }

    /** {@return the city that it names} */
    String city() {
        return "Visit " + visit;
    }

    /** {@return the tone of the client of that name, or -1 when it is none of this fleet} */
    int toneOf(final TonePlan plan, final String name) {
        return name.startsWith(band) ? plan.toneOf(DEFAULT_BAND + name.substring(band.length())) : -1;
    }

    /** {@return whether it mutes everybody who is not of its fleet} */
    boolean mutesStrangers() {
        return !band.equals(DEFAULT_BAND);
    }
}
