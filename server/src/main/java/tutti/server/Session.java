package tutti.server;

import java.lang.foreign.Arena;
import org.agrona.DirectBuffer;
import tutti.opus.OpusCodec;
import tutti.protocol.ReliableReceiver;
import tutti.protocol.ReliableSender;
import tutti.protocol.TransportProperties;
import tutti.server.jitter.JitterBuffer;
import tutti.transport.PeerAddress;

/**
 * One channel: a slot for one musician, with everything that belongs to the connection. Slots are made at the start and
 * used again; {@link #connect} leaves nothing of the predecessor.
 * <p>
 * Only the frame thread touches a session, except that a worker thread may {@linkplain AudioWork#decode decode} it
 * while the frame thread waits.
 */
final class Session {

    /** Samples a client may stay silent on the wire before it counts as gone: 30 s (spec 4.12). */
    static final int FULL_CREDIT_SAMPLES = 30 * 48_000;

    /** Credit left after a goodbye: it ends with the second frame from then. */
    private static final int GOODBYE_CREDIT_SAMPLES = StreamFormat.FRAME_SAMPLES + 1;

    private static final int ALIGNMENT = 64;

    private final int id;
    private final PeerAddress address = new PeerAddress();
    private final StreamFormat format = new StreamFormat();
    private final MusicianInfo info = new MusicianInfo();
    private final JitterBuffer jitterBuffer;
    private final ReliableSender outbox = new ReliableSender(ServerLimits.RELIABLE_QUEUE_BYTES);
    private final ReliableReceiver inbox = new ReliableReceiver();
    private final MuteNotices muteNotices = new MuteNotices();
    private final ChatAllowance chatAllowance = new ChatAllowance();
    private final TalkerDecoder decoder;
    private final OutgoingAudio outgoing;

    private MixGroup mixGroup;

    private boolean connected;
    private boolean identified;
    private boolean leaving;
    private boolean listStale;
    private long nextListFrom;
    private boolean jitterReportDue;
    private boolean streamReported;
    private int creditSamples;
    private int fadeDatagrams;
    private long connectedSince;
    private long sendFailures;

    /**
     * @param id channel id, 0 to 149.
     * @param codec the codec that decodes in this session's memory.
     * @param arena owner of the session's off-heap memory.
     */
    Session(final int id, final OpusCodec codec, final Arena arena) {
        this.id = id;
        jitterBuffer = new JitterBuffer(arena.allocate(JitterBuffer.STORAGE_BYTES, ALIGNMENT));
        decoder = new TalkerDecoder(codec, arena);
        outgoing = new OutgoingAudio(arena);
    }

    /** Begins a connection in this slot. */
    void connect(final PeerAddress peer, final long now) {
        address.copyFrom(peer);
        format.clear();
        info.clear();
        jitterBuffer.reset();
        outbox.reset();
        inbox.reset();
        muteNotices.clear();
        chatAllowance.refill(now);
        decoder.clear();
        connected = true;
        identified = false;
        leaving = false;
        listStale = false;
        nextListFrom = now;
        jitterReportDue = false;
        streamReported = false;
        creditSamples = FULL_CREDIT_SAMPLES;
        fadeDatagrams = 0;
        connectedSince = now;
        sendFailures = 0;
    }

    void disconnect() {
        connected = false;
        outbox.reset();
    }

    /**
     * Takes over accepted transport properties: from now on the client's datagrams have this form, and so have those
     * sent to it (spec 5.1). The decoder goes on where only the framing changes, as when a client switches its sequence
     * byte on; so that change makes no glitch.
     *
     * @return whether the coded blocks have another form now, so that the encoder must start afresh.
     */
    boolean setFormat(final TransportProperties properties) {
        final int codecBefore = format.codec();
        final int channelsBefore = format.channels();
        final int bytesBefore = format.codedBytes();
        format.set(properties);
        final boolean recoded = !format.codesLike(codecBefore, channelsBefore, bytesBefore);
        if (recoded) {
            decoder.restart(format);
        }
        jitterBuffer.configure(format.codedBytes(), format.isSequenced(), format.blocksPerDatagram(),
            format.blockSamples());
        outgoing.restart();
        fadeDatagrams = Math.min(fadeDatagrams, format.fadeMaximum());
        return recoded;
    }

    /** What became of an audio datagram. */
    enum Intake {
        /** It went to the jitter buffer. */
        TAKEN,
        /** The jitter buffer had no room for it. */
        NO_ROOM,
        /** It has not the size the client announced, or none was announced yet. */
        WRONG_SIZE
    }

    /**
     * Takes a datagram that is no message. One of the announced size goes to the jitter buffer; any other only shows
     * that the client is there. The fade-in counts datagrams of the right size (spec 4.4).
     */
    Intake takeAudio(final DirectBuffer buffer, final int offset, final int length) {
        if (!leaving || creditSamples < GOODBYE_CREDIT_SAMPLES) {
            creditSamples = FULL_CREDIT_SAMPLES;
            leaving = false;
        }
        if (!format.isServable() || length != format.datagramBytes()) {
            return Intake.WRONG_SIZE;
        }
        final boolean stored = jitterBuffer.put(buffer, offset, length);
        if (identified && fadeDatagrams < format.fadeMaximum()) {
            fadeDatagrams++;
        }
        return stored ? Intake.TAKEN : Intake.NO_ROOM;
    }

    /** How far the fade-in has come, from 0 to 1. */
    float fade() {
        return (float) fadeDatagrams / format.fadeMaximum();
    }

    /** Whether the fade-in is over. */
    boolean isFadedIn() {
        return fadeDatagrams == format.fadeMaximum();
    }

    /** Datagrams counted for the fade-in, 0 to the format's {@link StreamFormat#fadeMaximum()}. */
    int fadeDatagrams() {
        return fadeDatagrams;
    }

    /**
     * Decodes what the coming frame will take out of the jitter buffer, if it is all there and was not decoded yet.
     *
     * @return blocks that were decoded, 0 to 2.
     */
    int decodeAhead() {
        return format.isServable() ? decoder.decodeAhead(format, jitterBuffer) : 0;
    }

    /** Takes one frame off the time-out credit and, of a stream that can be served, out of the jitter buffer. */
    void decodeFrame() {
        creditSamples -= StreamFormat.FRAME_SAMPLES;
        if (format.isServable()) {
            decoder.decodeFrame(format, jitterBuffer);
        }
    }

    /** Whether the last frame has to be mixed: of a stream that can be served, and not all silence of one at rest. */
    boolean isTalking() {
        return format.isServable() && decoder.skipped() < format.blocksPerFrame();
    }

    /**
     * Ends the connection at the next frame but one, unless more audio arrives (spec 4.12). What is taken for the next
     * frame, ahead or when it is due, does not count: messages are served as they come and audio is left waiting, so it
     * may be older than the goodbye.
     */
    void leave() {
        if (!leaving) {
            creditSamples = Math.min(creditSamples, GOODBYE_CREDIT_SAMPLES);
            leaving = true;
        }
    }

    /** Whether the time-out credit is used up. */
    boolean isGone() {
        return creditSamples <= 0;
    }

    /** Whether a gone client said goodbye, rather than falling silent. */
    boolean saidGoodbye() {
        return leaving;
    }

    /** Whether the server owes this client audio: it is identified and has announced a format (spec 4.3). */
    boolean isListening() {
        return identified && format.isServable();
    }

    int id() {
        return id;
    }

    PeerAddress address() {
        return address;
    }

    StreamFormat format() {
        return format;
    }

    MusicianInfo info() {
        return info;
    }

    JitterBuffer jitterBuffer() {
        return jitterBuffer;
    }

    /** Reliable messages to the client. */
    ReliableSender outbox() {
        return outbox;
    }

    /** What the client's reliable messages must be compared with. */
    ReliableReceiver inbox() {
        return inbox;
    }

    MuteNotices muteNotices() {
        return muteNotices;
    }

    ChatAllowance chatAllowance() {
        return chatAllowance;
    }

    TalkerDecoder decoder() {
        return decoder;
    }

    OutgoingAudio outgoing() {
        return outgoing;
    }

    /** Those who hear the same as this client, itself included; null while it is sent no audio. */
    MixGroup mixGroup() {
        return mixGroup;
    }

    void setMixGroup(final MixGroup group) {
        mixGroup = group;
    }

    boolean isConnected() {
        return connected;
    }

    boolean isIdentified() {
        return identified;
    }

    void setIdentified() {
        identified = true;
    }

    /** Notes that the log tells what this client plays; false if it did already. */
    boolean markStreamReported() {
        final boolean first = !streamReported;
        streamReported = true;
        return first;
    }

    /** Notes that the client must be sent the present client list. */
    void markListStale() {
        listStale = true;
    }

    /** Whether the client must be sent the present client list, and the last one it got is old enough. */
    boolean isListDue(final long now) {
        return listStale && now - nextListFrom >= 0;
    }

    /** Notes that the client was sent the present client list. */
    void markListed(final long now) {
        listStale = false;
        nextListFrom = now + ServerLimits.LIST_INTERVAL_NANOS;
    }

    /** Whether the client must be told the present size of its jitter buffer (spec 6.6). */
    boolean isJitterReportDue() {
        return jitterReportDue;
    }

    void setJitterReportDue(final boolean due) {
        jitterReportDue = due;
    }

    void countSendFailure() {
        sendFailures++;
    }

    /** Datagrams for this client that the kernel did not take. */
    long sendFailures() {
        return sendFailures;
    }

    /** When the connection began, in ns. */
    long connectedSince() {
        return connectedSince;
    }
}
