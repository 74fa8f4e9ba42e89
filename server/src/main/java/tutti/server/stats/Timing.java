package tutti.server.stats;

/** What is timed in every frame, in nanoseconds, with the name and sentence under which {@code /metrics} shows it. */
public enum Timing {
    /** From the frame's begin to its end, all stages included. */
    FRAME("tutti_frame_seconds", "", "Work of one frame, from its begin to its end."),
    /** From a frame's deadline to its begin. */
    LATENESS("tutti_frame_lateness_seconds", "", "Delay of a frame's begin after its deadline; skipped frames included."),
    /** From the first audio packet ready to the last one handed to the kernel. */
    HOLD_WINDOW("tutti_hold_window_seconds", "",
        "From a frame's first audio packet ready to the flush: the longest wait that batching causes."),
    /** From the frame's begin to the departure of its last audio packet. */
    DEPARTURE("tutti_departure_offset_seconds", "", "From the frame's begin to the departure of its last audio packet."),
    /** Taking datagrams from the kernel and sorting them. */
    RECEIVE("tutti_stage_seconds", "receive", "Work of one stage of a frame."),
    /** Jitter buffers and decoding of all talkers. */
    DECODE("tutti_stage_seconds", "decode", "Work of one stage of a frame."),
    /** Mixing for all listeners. */
    MIX("tutti_stage_seconds", "mix", "Work of one stage of a frame."),
    /** Encoding for all listeners. */
    ENCODE("tutti_stage_seconds", "encode", "Work of one stage of a frame."),
    /** Handing the frame's packets to the kernel. */
    FLUSH("tutti_stage_seconds", "flush", "Work of one stage of a frame."),
    /** Protocol messages, bounded per frame. */
    CONTROL("tutti_stage_seconds", "control", "Work of one stage of a frame.");

    private final String metric;
    private final String stage;
    private final String sentence;

    Timing(final String metric, final String stage, final String sentence) {
        this.metric = metric;
        this.stage = stage;
        this.sentence = sentence;
    }

    /**
     * @return the Prometheus name of the histogram
     */
    public String metric() {
        return metric;
    }

    /**
     * @return the value of the label {@code stage}, empty where the metric has no label
     */
    public String stage() {
        return stage;
    }

    /**
     * @return what is timed, for the operator
     */
    public String sentence() {
        return sentence;
    }
}
