package tutti.server.admin;

/** What can be switched on and off while the loop runs, between two frames. */
public enum LoopSwitch {
    /** On: all audio of a frame leaves in one system call; off: one call for each datagram. */
    BATCH_SEND("batch-send"),
    /** On: listeners who hear the same share one mix and one encoder; off: one for each. */
    SHARED_MIX("shared-mix"),
    /** On: what has arrived is decoded before its frame is due; off: when it is. */
    DECODE_AHEAD("decode-ahead");

    private static final LoopSwitch[] ALL = values();

    private final String title;

    LoopSwitch(final String title) {
        this.title = title;
    }

    /**
     * @return the name under which options, admin pages and the log know it
     */
    public String title() {
        return title;
    }

    /**
     * Finds a switch by its place in the declaration.
     *
     * @param ordinal 0 to the number of switches - 1
     * @return the switch
     */
    public static LoopSwitch of(final int ordinal) {
        return ALL[ordinal];
    }
}
