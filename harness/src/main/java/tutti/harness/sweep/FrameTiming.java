package tutti.harness.sweep;

/** A histogram of the server that a run keeps, and where {@code /metrics} has it. */
public enum FrameTiming {
    /** Work of a frame. */
    FRAME("tutti_frame_seconds", ""),
    /** Longest wait of a packet that batching causes. */
    HOLD("tutti_hold_window_seconds", ""),
    /** From a frame's begin to the departure of its last packet. */
    DEPARTURE("tutti_departure_offset_seconds", ""),
    /** Taking datagrams from the kernel. */
    RECEIVE("tutti_stage_seconds", "receive"),
    /** Jitter buffers and decoding. */
    DECODE("tutti_stage_seconds", "decode"),
    /** Mixing. */
    MIX("tutti_stage_seconds", "mix"),
    /** Encoding. */
    ENCODE("tutti_stage_seconds", "encode"),
    /** Handing packets to the kernel. */
    FLUSH("tutti_stage_seconds", "flush"),
    /** Protocol messages. */
    CONTROL("tutti_stage_seconds", "control");

    private final String metric;
    private final String stage;

    FrameTiming(final String metric, final String stage) {
        this.metric = metric;
        this.stage = stage;
    }

    String metric() {
        return metric;
    }

    /** The labels as the server writes them. */
    String labels() {
        return stage.isEmpty() ? "" : "stage=\"" + stage + '"';
    }

    /**
     * @return whether this is one of the stages that a frame consists of
     */
    public boolean isStage() {
        return !stage.isEmpty();
    }
}
