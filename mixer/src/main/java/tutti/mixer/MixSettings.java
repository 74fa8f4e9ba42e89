package tutti.mixer;

/**
 * What every listener has set for every source, gain and pan as they came over the wire, with a hash for each listener
 * by which listeners with equal mixes are found.
 *
 * <p>Only connected sources count: two listeners who differ in what they set for somebody who has left hear the same. A
 * listener's key is a sum over the connected sources, so a change of one setting changes it with one subtraction and
 * one addition, and nothing is computed per frame. Equal mixes have equal keys; {@link #equal} confirms the reverse.
 *
 * <p>Belongs to one thread. Nothing here allocates after construction.
 */
final class MixSettings {

    private static final int DEFAULT_GAIN = GainTable.WIRE_UNITY;
    private static final int DEFAULT_PAN = GainTable.WIRE_UNITY / 2;

    private final int[][] gain;
    private final int[][] pan;
    private final boolean[] connected;
    private final long[] gainKey;
    private final long[] panKey;

    /**
     * Creates settings of gain 1.0 and pan 0.5 everywhere, with no source connected.
     *
     * @param maxChannels number of channels
     */
    MixSettings(final int maxChannels) {
        gain = new int[maxChannels][maxChannels];
        pan = new int[maxChannels][maxChannels];
        connected = new boolean[maxChannels];
        gainKey = new long[maxChannels];
        panKey = new long[maxChannels];
        for (int channel = 0; channel < maxChannels; channel++) {
            reset(channel);
        }
    }

    /** Makes gains and pans of and for a channel the defaults. */
    void reset(final int channel) {
        for (int other = 0; other < connected.length; other++) {
            setGain(channel, other, DEFAULT_GAIN);
            setPan(channel, other, DEFAULT_PAN);
            setGain(other, channel, DEFAULT_GAIN);
            setPan(other, channel, DEFAULT_PAN);
        }
    }

    /** Lets a source count, or no longer. */
    void setConnected(final int source, final boolean counts) {
        if (connected[source] == counts) {
            return;
        }
        connected[source] = counts;
        final int sign = counts ? 1 : -1;
        for (int listener = 0; listener < connected.length; listener++) {
            gainKey[listener] += sign * hash(source, gain[listener][source]);
            panKey[listener] += sign * hash(source, pan[listener][source]);
        }
    }

    void setGain(final int listener, final int source, final int wireGain) {
        if (connected[source]) {
            gainKey[listener] += hash(source, wireGain) - hash(source, gain[listener][source]);
        }
        gain[listener][source] = wireGain;
    }

    void setPan(final int listener, final int source, final int wirePan) {
        if (connected[source]) {
            panKey[listener] += hash(source, wirePan) - hash(source, pan[listener][source]);
        }
        pan[listener][source] = wirePan;
    }

    /** The key of a listener's mix; pans count for stereo listeners only. */
    long key(final int listener, final boolean stereo) {
        return stereo ? gainKey[listener] * 31 + panKey[listener] : gainKey[listener];
    }

    /** Whether two listeners have set the same for all connected sources. */
    boolean equal(final int one, final int other, final boolean stereo) {
        for (int source = 0; source < connected.length; source++) {
            if (connected[source] && (gain[one][source] != gain[other][source]
                || stereo && pan[one][source] != pan[other][source])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Spreads source and setting over 64 bits, so that sums of them do not collide by accident (the SplitMix64
     * finaliser).
     */
    private static long hash(final int source, final int setting) {
        long mixed = ((long) (source + 1) << Integer.SIZE) | setting;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
