package tutti.server;

/** Bounds of everything that outsiders could make grow; all memory for them is taken at the start. */
final class ServerLimits {

    /** Channels a Jamulus client can handle: ids 0 to 149 (spec 0.3). */
    static final int MAX_CLIENTS = 150;

    /** Strangers waited for at a time. */
    static final int PENDING_PEERS = 512;

    /** Strangers whose early transport properties are kept. */
    static final int EARLY_PROPERTIES = 256;

    /** Bytes of reliable messages queued for one client; the longest client list in split parts takes 20 kB. */
    static final int RELIABLE_QUEUE_BYTES = 64 * 1024;

    /** Datagrams of the audio lane taken with one system call. */
    static final int RECEIVE_SLOTS = 512;

    /**
     * Datagrams of the audio lane taken for one frame, ahead and when it is due; what is beyond waits in the kernel.
     * These are three frames of 150 clients with 64-sample blocks.
     */
    static final int AUDIO_DATAGRAMS_PER_FRAME = 2048;

    /** Datagrams of the control lane served between two frames; what is beyond waits in the kernel. */
    static final int CONTROL_DATAGRAMS_PER_FRAME = 512;

    /**
     * Datagrams of the control lane taken with one system call, and served before the clock is looked at again: one
     * client can send as many as it likes, and the dearest take 5 us each.
     */
    static final int CONTROL_DATAGRAMS_AT_ONCE = 64;

    /** Control messages sent with one system call. */
    static final int CONTROL_SLOTS = 256;

    /** Largest control message sent: the client list of 150 clients in one datagram (spec 10.2). */
    static final int CONTROL_MESSAGE_BYTES = 19_000;

    /**
     * Messages in a client's queue up to which lists, mute notices and reports of the jitter buffer's size are added: a
     * few more than the opening burst has. What is held back meanwhile is sent once, in its latest state.
     */
    static final int QUEUED_MESSAGES = 16;

    /** Client lists built and queued in one frame; more wait for the next. */
    static final int LISTS_PER_FRAME = 16;

    /**
     * Nanoseconds from one client list for a client to its next: 100 ms. With 150 clients a list is several datagrams, each
     * with an acknowledgement. If everybody who joins in the same moment got one for each who joins a little later, that
     * would take a sixth of a core.
     */
    static final long LIST_INTERVAL_NANOS = 100_000_000;

    private ServerLimits() {
    }
}
