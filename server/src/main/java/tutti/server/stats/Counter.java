package tutti.server.stats;

/**
 * The catalogue of everything the server counts: one constant per number, with a fixed id, the name under which
 * {@code /metrics} shows it, and a sentence for the operator. Prometheus adds {@code _total} to the names of totals.
 *
 * <p>Ids are slots in {@link Counters} and stay with their counter for good; a retired id is not given out again.
 * A doubled id, or a doubled pair of name and label value, fails the class's initialisation and with it every start.
 */
public enum Counter {
    /** Frames run. */
    FRAMES(1, Kind.TOTAL, "tutti_frames", "Frames run, one every 128/48000 s while anybody is connected."),
    /** Frames begun a whole period or more after their deadline. */
    FRAMES_LATE(2, Kind.TOTAL, "tutti_frames_late", "Frames begun one period (2.667 ms) or more after their deadline."),
    /** Frames run back to back to make up for a stall. */
    FRAMES_CAUGHT_UP(3, Kind.TOTAL, "tutti_frames_caught_up",
        "Frames run at once, without waiting, to make up for a stall; their audio was not lost."),
    /** Frames never run: their audio was dropped to keep latency bounded. */
    FRAMES_SKIPPED(4, Kind.TOTAL, "tutti_frames_skipped",
        "Frames never run, because the backlog was too long to be caught up: overload, alert on any increase."),
    /** Frames whose own work took longer than a period. */
    FRAMES_OVERRUN(5, Kind.TOTAL, "tutti_frames_overrun",
        "Frames whose own work took longer than one period (2.667 ms)."),
    /** Times overload was declared. */
    OVERLOADS(6, Kind.TOTAL, "tutti_overloads",
        "Times the loop dropped its backlog because it did not melt in a second."),
    /** Turns of the loop, with or without a frame; the sign of life behind {@code /health}. */
    LOOP_TURNS(7, Kind.TOTAL, "tutti_loop_turns", "Turns of the server loop, idle ones included."),
    /** Frames that left control work over for the next one. */
    CONTROL_DEFERRALS(8, Kind.TOTAL, "tutti_control_deferrals",
        "Frames that reached their budget of control work and left the rest to the next one."),

    /** Calls that waited for a deadline or a datagram. */
    WAIT_CALLS(20, Kind.TOTAL, "tutti_wait_calls", "System calls that waited for the next deadline or a datagram."),
    /** Calls that received datagrams. */
    RECEIVE_CALLS(21, Kind.TOTAL, "tutti_receive_calls", "System calls that received datagrams."),
    /** Calls that sent audio. */
    AUDIO_SEND_CALLS(22, Kind.TOTAL, "tutti_audio_send_calls",
        "System calls that sent audio: one a frame with batching on, one per client and frame with it off."),
    /** Calls that sent messages. */
    CONTROL_SEND_CALLS(23, Kind.TOTAL, "tutti_control_send_calls", "System calls that sent protocol messages."),
    /** Audio datagrams received. */
    AUDIO_RECEIVED(24, Kind.TOTAL, "tutti_audio_datagrams_received",
        "Audio datagrams received from connected clients."),
    /** Payload bytes of {@link #AUDIO_RECEIVED}. */
    AUDIO_RECEIVED_BYTES(25, Kind.TOTAL, "tutti_audio_received_bytes", "UDP payload bytes of audio received."),
    /** Audio datagrams handed to the kernel. */
    AUDIO_SENT(26, Kind.TOTAL, "tutti_audio_datagrams_sent", "Audio datagrams handed to the kernel."),
    /** Payload bytes of {@link #AUDIO_SENT}. */
    AUDIO_SENT_BYTES(27, Kind.TOTAL, "tutti_audio_sent_bytes", "UDP payload bytes of audio handed to the kernel."),
    /** Protocol messages received. */
    MESSAGES_RECEIVED(28, Kind.TOTAL, "tutti_messages_received", "Valid protocol messages received."),
    /** Protocol messages handed to the kernel. */
    MESSAGES_SENT(29, Kind.TOTAL, "tutti_messages_sent", "Protocol messages handed to the kernel, repeats included."),
    /** Messages sent again because no acknowledgement came in time. */
    RETRANSMISSIONS(30, Kind.TOTAL, "tutti_retransmissions",
        "Protocol messages sent again for want of an acknowledgement."),
    /** Pings answered. */
    PINGS(31, Kind.TOTAL, "tutti_pings", "Pings answered."),

    /** Sends refused by the peer's host. */
    SEND_REFUSED(40, Family.SEND_FAILURES, "refused", "The peer's host answered that nobody listens there."),
    /** Sends without a route. */
    SEND_UNREACHABLE(41, Family.SEND_FAILURES, "unreachable", "No route to the peer's host or network."),
    /** Sends larger than the path takes. */
    SEND_TOO_BIG(42, Family.SEND_FAILURES, "too_big", "The datagram is larger than the path takes."),
    /** Sends dropped because the kernel had no room. */
    SEND_NO_ROOM(43, Family.SEND_FAILURES, "no_room", "The kernel had no room for it; never waited for."),
    /** Sends that a packet filter forbids. */
    SEND_NOT_PERMITTED(45, Family.SEND_FAILURES, "not_permitted", "A local packet filter or policy forbids it."),
    /** Sends that failed otherwise. */
    SEND_OTHER(44, Family.SEND_FAILURES, "other", "Any other error."),

    /** Blocks decoded. */
    BLOCKS_DECODED(60, Kind.TOTAL, "tutti_blocks_decoded", "Coded blocks decoded."),
    /** Blocks that were missing at their time and were concealed. */
    BLOCKS_CONCEALED(61, Kind.TOTAL, "tutti_blocks_concealed",
        "Blocks missing at their time and concealed by the codec."),
    /** Datagrams the jitter buffer refused. */
    BLOCKS_REFUSED(62, Kind.TOTAL, "tutti_jitter_buffer_refusals",
        "Audio datagrams for which the jitter buffer had no place: too late, too early or doubled."),
    /** Blocks of silence that needed no decoding. */
    BLOCKS_SILENT(63, Kind.TOTAL, "tutti_blocks_silent",
        "Blocks of silence from talkers at rest or before their first block: neither decoded nor mixed."),
    /** Blocks decoded before the frame that plays them was due. */
    BLOCKS_DECODED_AHEAD(69, Kind.TOTAL, "tutti_blocks_decoded_ahead",
        "Blocks taken care of before the frame that plays them was due: decoded, silent or refused by the codec."),
    /** Mixes made. */
    MIXES(64, Kind.TOTAL, "tutti_mixes", "Mixes made, one per frame for all who hear the same."),
    /** Different mixes made in a frame. */
    MIX_GROUPS(66, Kind.GAUGE, "tutti_mix_groups", "Different mixes made in a frame now."),
    /** Groups of listeners that joined another. */
    MIX_GROUP_MERGES(67, Kind.TOTAL, "tutti_mix_group_merges",
        "Groups of listeners that joined another with an equal mix."),
    /** Listeners who left a shared mix. */
    MIX_GROUP_SPLITS(68, Kind.TOTAL, "tutti_mix_group_splits", "Listeners who left a shared mix by moving a fader."),
    /** Blocks encoded. */
    ENCODES(65, Kind.TOTAL, "tutti_encodes", "Blocks encoded."),

    /** Channels opened. */
    JOINS(80, Kind.TOTAL, "tutti_joins", "Clients that got a channel."),
    /** Channels closed by the client's word. */
    LEFT_DISCONNECT(81, Family.LEAVES, "disconnect", "The client said that it leaves."),
    /** Channels closed for silence. */
    LEFT_TIMEOUT(82, Family.LEAVES, "timeout", "No audio came for 30 s."),
    /** Channels closed by the server's end. */
    LEFT_SHUTDOWN(83, Family.LEAVES, "shutdown", "The server stopped."),
    /** Pending entries opened by strangers. */
    PENDING_OPENED(84, Kind.TOTAL, "tutti_pending_opened", "Pending entries opened by a stranger's first datagram."),
    /** Pending entries that got no acknowledgement in time. */
    PENDING_EXPIRED(85, Kind.TOTAL, "tutti_pending_expired", "Pending entries dropped for want of an answer."),
    /** Pending entries that had to make room. */
    PENDING_EVICTED(86, Kind.TOTAL, "tutti_pending_evicted", "Pending entries that made room for a newer one."),
    /** Channels connected now. */
    CLIENTS(87, Kind.GAUGE, "tutti_clients", "Clients connected now."),
    /** Pending entries now. */
    PENDING(88, Kind.GAUGE, "tutti_pending", "Pending entries now."),
    /** Most clients allowed. */
    MAX_CLIENTS(89, Kind.GAUGE, "tutti_max_clients", "Most clients this server takes (--max-clients)."),

    /** Datagrams longer than a receive slot. */
    REFUSED_OVERSIZED(100, Family.REFUSED, "oversized", "Longer than any datagram of the protocol."),
    /** Frames whose checksum is wrong. */
    REFUSED_BAD_CRC(101, Family.REFUSED, "bad_crc", "Begins like a protocol frame, but its checksum is wrong."),
    /** Messages whose id is not known. */
    REFUSED_UNKNOWN_ID(102, Family.REFUSED, "unknown_id", "A valid frame with a message id this server does not know."),
    /** Messages whose body does not parse. */
    REFUSED_BAD_BODY(103, Family.REFUSED, "bad_body", "A known message whose body has a wrong size or value."),
    /** Messages that only a connected client may send. */
    REFUSED_STRANGER(104, Family.REFUSED, "stranger", "A message for a channel from somebody who has none."),
    /** Messages that make no sense to a server. */
    REFUSED_WRONG_STATE(105, Family.REFUSED, "wrong_state", "A message that a server does not take, or not now."),
    /** Gains, pans for a channel that cannot be. */
    REFUSED_BAD_CHANNEL(106, Family.REFUSED, "bad_channel", "A gain or pan for a channel number that cannot be."),
    /** Stream properties that no codec serves. */
    REFUSED_PROPERTIES(107, Family.REFUSED, "properties", "Transport properties that no codec here can serve."),
    /** Audio of another size than was announced. */
    REFUSED_AUDIO_SIZE(108, Family.REFUSED, "audio_size", "Audio of another size than the client announced."),
    /** Doubled reliable messages. */
    REFUSED_DUPLICATE(109, Family.REFUSED, "duplicate", "A reliable message that had come before; acknowledged again."),
    /** Strangers on a full server. */
    REFUSED_SERVER_FULL(111, Family.REFUSED, "server_full", "A stranger while every channel is taken."),
    /** Strangers for whom the frame time leaves no room. */
    REFUSED_NO_ROOM(114, Family.REFUSED, "no_room", "A stranger while frames take too long for one more client."),
    /** Requests beyond what one address or client may ask. */
    REFUSED_FLOOD(113, Family.REFUSED, "flood", "Chat, a request or a stranger beyond what may come at a time."),

    /** Reliable messages for which a client's queue had no room. */
    QUEUE_OVERFLOWS(130, Kind.TOTAL, "tutti_queue_overflows", "Messages dropped because a client's queue was full."),
    /** Commands from other threads that were carried out. */
    COMMANDS(132, Kind.TOTAL, "tutti_commands", "Commands from the admin port carried out by the loop."),
    /** 1 while sends are batched. */
    BATCH_SEND(133, Kind.GAUGE, "tutti_batch_send",
        "1 while all audio of a frame leaves in one call, 0 while one by one.");

    /** Whether a number only grows or may fall. */
    public enum Kind {
        /** Only grows while the process lives. */
        TOTAL,
        /** A state, such as the number of clients. */
        GAUGE
    }

    /** A metric with one label, whose counters add up to a meaningful whole. All are totals. */
    public enum Family {
        /** Datagrams that were not sent, by kind of failure. */
        SEND_FAILURES("tutti_send_failures", "kind", "Datagrams the kernel did not take, or a peer's host refused."),
        /** Channels closed, by cause. */
        LEAVES("tutti_leaves", "cause", "Clients that left."),
        /** Datagrams or messages refused, by reason. */
        REFUSED("tutti_refused", "reason", "Datagrams and messages that were refused.");

        private final String metric;
        private final String label;
        private final String help;

        Family(final String metric, final String label, final String help) {
            this.metric = metric;
            this.label = label;
            this.help = help;
        }

        /**
         * @return what the sum over the label counts
         */
        public String help() {
            return help;
        }

        /**
         * @return the label's name
         */
        public String label() {
            return label;
        }
    }

    private static final Counter[] ALL = values();

    static {
        CounterCatalogue.check(ALL);
    }

    private final int id;
    private final Kind kind;
    private final String metric;
    private final Family family;
    private final String labelValue;
    private final String sentence;

    Counter(final int id, final Kind kind, final String metric, final String sentence) {
        this(id, kind, metric, null, "", sentence);
    }

    Counter(final int id, final Family family, final String labelValue, final String sentence) {
        this(id, Kind.TOTAL, family.metric, family, labelValue, sentence);
    }

    Counter(final int id, final Kind kind, final String metric, final Family family, final String labelValue,
            final String sentence) {
        this.id = id;
        this.kind = kind;
        this.metric = metric;
        this.family = family;
        this.labelValue = labelValue;
        this.sentence = sentence;
    }

    /**
     * @return the slot in {@link Counters}, 0 to {@link Counters#SLOTS} - 1
     */
    public int id() {
        return id;
    }

    /**
     * @return whether the number only grows
     */
    public Kind kind() {
        return kind;
    }

    /**
     * @return the Prometheus name without the {@code _total} of totals; ends in its unit where it has one
     */
    public String metric() {
        return metric;
    }

    /**
     * @return the metric this is one label value of, or null when the metric has no label
     */
    public Family family() {
        return family;
    }

    /**
     * @return the value of the family's label, empty without a family
     */
    public String labelValue() {
        return labelValue;
    }

    /**
     * @return what is counted, for the operator
     */
    public String sentence() {
        return sentence;
    }
}
