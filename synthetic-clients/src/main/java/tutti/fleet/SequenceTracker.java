package tutti.fleet;

/**
 * Counts by the sequence byte of every audio block (spec 5.3: it grows by one for each block, modulo 256) what was
 * lost, came twice or came late.
 *
 * <p>A byte up to {@value #LATE_BLOCKS} behind the expected one is late: a repeat, or a block that had been counted
 * lost and no longer is. Any other byte is ahead, and what it skips is counted lost. An outage of more than {@code
 * 255 - LATE_BLOCKS} blocks therefore counts modulo 256; the longest gap in time tells about those.
 */
final class SequenceTracker {

    static final int LATE_BLOCKS = 64;

    /** Verdicts of {@link #accept}: a number of blocks missing before this one when 0 or more. */
    static final int DUPLICATE = -1;
    static final int REORDERED = -2;

    private boolean started;
    private boolean counting;
    private int expected;
    /** Bit n: the block n + 1 before the expected one has been received. */
    private long history;

    private long lost;
    private long duplicate;
    private long reordered;

    /**
     * Takes the next sequence byte. {@return number of blocks skipped before it, {@link #DUPLICATE} or {@link
     * #REORDERED}}
     */
    int accept(final int sequenceByte) {
        final int sequence = sequenceByte & 0xFF;
        if (!started) {
            started = true;
            history = -1L;
            expected = sequence;
        }
        final int behind = (expected - sequence) & 0xFF;
        if (behind >= 1 && behind <= LATE_BLOCKS) {
            return acceptLate(1L << (behind - 1));
        }
        final int skipped = (sequence - expected) & 0xFF;
        history = skipped + 1 < Long.SIZE ? history << (skipped + 1) | 1 : 1;
        expected = (sequence + 1) & 0xFF;
        if (counting) {
            lost += skipped;
        }
        return skipped;
    }

    private int acceptLate(final long bit) {
        final boolean repeated = (history & bit) != 0;
        history |= bit;
        if (counting) {
            if (repeated) {
                duplicate++;
            } else {
                reordered++;
                // What was skipped before the counting began must not make the count negative.
                lost = Math.max(0, lost - 1);
            }
        }
        return repeated ? DUPLICATE : REORDERED;
    }

    /** Begins counting: all counts are 0, the position in the stream is kept. */
    void startCounting() {
        counting = true;
        lost = 0;
        duplicate = 0;
        reordered = 0;
    }

    /** The counts stay as they are. */
    void stopCounting() {
        counting = false;
    }

    /** {@return blocks skipped and not arrived later} */
    long lost() {
        return lost;
    }

    /** {@return blocks that had arrived before} */
    long duplicate() {
        return duplicate;
    }

    /** {@return blocks that arrived after a later one} */
    long reordered() {
        return reordered;
    }
}
