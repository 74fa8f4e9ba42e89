package tutti.server;

/**
 * Which listeners have muted one talker, and which of these changes the talker has not been told yet (spec 4.6).
 * A listener that plays with its mute button costs the talker one notice at a time, never a queue of them, because only
 * the latest state is kept.
 */
final class MuteNotices {

    private static final int WORDS = (ServerLimits.MAX_CLIENTS + Long.SIZE - 1) / Long.SIZE;

    private final long[] muted = new long[WORDS];
    private final long[] told = new long[WORDS];

    /** Forgets everything: nobody mutes the talker. */
    void clear() {
        for (int word = 0; word < WORDS; word++) {
            muted[word] = 0;
            told[word] = 0;
        }
    }

    /** Notes whether a listener mutes the talker. */
    void set(final int listener, final boolean mutes) {
        final long bit = 1L << listener;
        if (mutes) {
            muted[listener / Long.SIZE] |= bit;
        } else {
            muted[listener / Long.SIZE] &= ~bit;
        }
    }

    /** Whether a listener mutes the talker now. */
    boolean mutes(final int listener) {
        return (muted[listener / Long.SIZE] & (1L << listener)) != 0;
    }

    /** The lowest listener whose state the talker has not been told, or -1. */
    int nextUntold() {
        for (int word = 0; word < WORDS; word++) {
            final long untold = muted[word] ^ told[word];
            if (untold != 0) {
                return word * Long.SIZE + Long.numberOfTrailingZeros(untold);
            }
        }
        return -1;
    }

    /** Notes that the talker has been told a listener's present state. */
    void markTold(final int listener) {
        final int word = listener / Long.SIZE;
        final long bit = 1L << listener;
        told[word] = (told[word] & ~bit) | (muted[word] & bit);
    }
}
