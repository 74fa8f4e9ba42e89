package tutti.harness.soak;

/** What had become of the server when everybody had gone, as the script has seen it. */
enum Outcome {
    /** It was there and answered. */
    LIVED(""),
    /** It ended by itself. */
    DIED("the server ended before the soak did"),
    /** It was there, but its admin port did not answer. */
    SILENT("the server did not answer when everybody had gone");

    private final String failure;

    Outcome(final String failure) {
        this.failure = failure;
    }

    /** What is wrong with that, a sentence; empty when nothing is. */
    String failure() {
        return failure;
    }
}
