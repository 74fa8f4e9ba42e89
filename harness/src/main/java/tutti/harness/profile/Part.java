package tutti.harness.profile;

/** A part of the server's work. */
enum Part {
    /** Audio and messages on their way to the kernel and through it: it delivers on loopback within the call. */
    SEND("send path"),
    /** Taking datagrams from the kernel and finding whose they are. */
    RECEIVE("receive path"),
    /** Decoding, and what Java does around the call. */
    DECODE("Opus decode"),
    /** Encoding, and what Java does around the call. */
    ENCODE("Opus encode"),
    /** Gains, pans, sums, levels. */
    MIX("mix"),
    /** Blocks in, blocks out, and the measuring of its best size. */
    JITTER_BUFFER("jitter buffer"),
    /** Falling asleep and waking up. */
    SLEEP("sleeping and waking"),
    /** What is said besides audio. */
    CONTROL("protocol messages"),
    /** The rest of what the frame thread and its workers do. */
    FRAME_LOOP("rest of the frame loop"),
    /** Interrupts, whatever they interrupted. */
    INTERRUPTS("interrupts"),
    /** Compiling Java. */
    COMPILER("JIT compiler"),
    /** Threads that have nothing to do with frames. */
    OTHER_THREADS("other threads"),
    /** Stacks that do not tell. */
    UNATTRIBUTED("unattributed");

    private final String title;

    Part(final String title) {
        this.title = title;
    }

    /** {@return the name for readers} */
    String title() {
        return title;
    }

    /** {@return whether it belongs to what is summed up as everything else} */
    boolean isElse() {
        return compareTo(SLEEP) >= 0;
    }
}
