package tutti.fleet;

/**
 * Which gain every client of the fleet asks for, for every other. The first clients may measure latency: they hear
 * nobody but themselves, and nobody else hears them, so that their bursts disturb no tone and no tone hides a burst.
 *
 * @param faders  what the others ask for
 * @param clients size of the fleet
 * @param latency how many, the first ones, measure latency
 */
record GainPlan(Faders faders, int clients, int latency) {

    /** {@return the gain with which {@code listener} hears {@code tone}, exactly as the wire can express it} */
    float gain(final int listener, final int tone) {
        return separate(listener, tone) ? 0 : faders.gain(listener, tone, clients);
    }

    /** {@return the same gain as the 16-bit number of the CHANNEL_GAIN message} */
    int wireGain(final int listener, final int tone) {
        return separate(listener, tone) ? 0 : faders.wireGain(listener, tone, clients);
    }

    private boolean separate(final int listener, final int tone) {
        return listener != tone && (listener < latency || tone < latency);
    }

    /** {@return whether {@code listener} has to move its fader for {@code tone}} */
    boolean isMoved(final int listener, final int tone) {
        return listener != tone && (faders != Faders.DEFAULT || separate(listener, tone));
    }

    /** {@return how many faders {@code listener} has to move} */
    int moved(final int listener) {
        if (faders != Faders.DEFAULT || listener < latency) {
            return clients - 1;
        }
        return latency;
    }
}
