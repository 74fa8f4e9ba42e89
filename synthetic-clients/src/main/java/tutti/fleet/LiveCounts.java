package tutti.fleet;

/**
 * What the fleet's thread tells the progress line, a few times a second. Written by that thread only; each field is
 * right by itself, together they may be of two moments.
 */
final class LiveCounts {

    /** When the other fields were written, on the clock of {@code System.nanoTime}. */
    volatile long atNanos;
    volatile Phase phase = Phase.JOINING;
    volatile int connected;
    volatile long receivedInAll;
    volatile long lost;
    volatile int wrongTones;
    /** Whether the counting has begun; it stays so after its end. */
    volatile boolean counted;
    /** When the counting began, on the clock of {@code System.nanoTime}; meaningful if it has. */
    volatile long countingSinceNanos;
}
