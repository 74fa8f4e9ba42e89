package tutti.fleet;

/**
 * When each client sends: the time of one datagram is cut into slots of {@value #SLOT_SAMPLES} samples (167 us), and
 * the clients are dealt over them as evenly as they come, as independent clients would be. Client i of n has the
 * phase i / n of the datagram's time, rounded down to its slot.
 *
 * <p>Slot number k begins at k x {@value #SLOT_SAMPLES} / 48000 s after the start, exactly: no drift.
 */
final class SlotPlan {

    static final int SLOT_SAMPLES = 8;

    private final int slots;
    private final int clients;

    SlotPlan(final StreamFormat format, final int clients) {
        if (clients < 1) {
            throw new IllegalArgumentException(clients + " clients cannot be planned");
        }
        this.slots = format.datagramSamples() / SLOT_SAMPLES;
        this.clients = clients;
    }

    /** {@return number of slots in the time of one datagram} */
    int slots() {
        return slots;
    }

    /** {@return the first client of that slot; those up to {@code firstClient(slot + 1)} exclusive send in it} */
    int firstClient(final int slot) {
        return (int) (((long) slot * clients + slots - 1) / slots);
    }

    /** {@return the slot, counted from 0 within the time of one datagram, in which that client sends} */
    int slotOf(final int client) {
        return (int) ((long) client * slots / clients);
    }

    /** {@return the next slot after that one in which anybody sends; both counted on for ever} */
    long nextOccupied(final long number) {
        long next = number + 1;
        while (firstClient((int) (next % slots)) == firstClient((int) (next % slots) + 1)) {
            next++;
        }
        return next;
    }

    /** {@return nanoseconds from the start to slot {@code number}, which counts on for ever} */
    static long nanosOf(final long number) {
        return Math.multiplyExact(number, SLOT_SAMPLES * 1_000_000L) / (StreamFormat.SAMPLE_RATE / 1000);
    }

    /** {@return the number of the first slot that begins at or after that many nanoseconds from the start} */
    static long atOrAfter(final long nanos) {
        final long perMillisecond = StreamFormat.SAMPLE_RATE / 1000;
        return Math.ceilDiv(Math.multiplyExact(nanos, perMillisecond), SLOT_SAMPLES * 1_000_000L);
    }
}
