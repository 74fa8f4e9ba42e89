package tutti.harness;

/** Ties a benchmark to the correctness of what it measures: a wrong result ends the run instead of being timed. */
public final class Expect {

    private Expect() {
    }

    /**
     * Checks a result at the price of one comparison.
     *
     * @param what     names the result in the error
     * @param expected the only right value
     * @param actual   the result
     * @return {@code actual}, for the benchmark to return
     * @throws IllegalStateException if they differ
     */
    public static long equal(final String what, final long expected, final long actual) {
        if (actual != expected) {
            throw new IllegalStateException(what + ": expected " + expected + ", but got " + actual);
        }
        return actual;
    }
}
