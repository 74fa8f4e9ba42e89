package tutti.fleet;

/** The longest time without audio within the counted window, its beginning and its end included. */
final class ArrivalTimes {

    private long lastNanos;
    private long longestGapNanos;

    void startCounting(final long nowNanos) {
        lastNanos = nowNanos;
        longestGapNanos = 0;
    }

    /**
     * Notes an arrival, or the end of the window.
     *
     * @param nowNanos when; a time before the last one changes nothing
     * @return time since the last one, in nanoseconds
     */
    long note(final long nowNanos) {
        final long gap = nowNanos - lastNanos;
        longestGapNanos = Math.max(longestGapNanos, gap);
        lastNanos = Math.max(lastNanos, nowNanos);
        return gap;
    }

    long longestGapNanos() {
        return longestGapNanos;
    }
}
