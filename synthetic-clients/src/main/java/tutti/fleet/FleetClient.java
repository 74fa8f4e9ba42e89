package tutti.fleet;

import org.agrona.DirectBuffer;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

/**
 * One musician of the fleet: sends what its voice makes, speaks the protocol, counts what comes back and, when it has
 * ears, listens to it. Called by the fleet's one thread only; allocates nothing in steady operation.
 */
final class FleetClient {

    /** A server whose next datagram is later than this, beyond the usual time between two, stood still. */
    private static final long STALL_NANOS = 3_500_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final StreamFormat format;
    private final Voice voice;
    /** The same as a voice that measures latency, or null. */
    private final BurstVoice bursts;
    private final ClientSocket socket;
    private final NetworkPath path;
    private final ClientProtocol protocol;
    private final PingMeter pings;
    private final Listener listener;
    private final SequenceTracker sequences = new SequenceTracker();
    private final ArrivalTimes arrivals = new ArrivalTimes();
    private final Ping pong = new Ping();
    private final long longestUsualGapNanos;
    private final long frameNanos;

    private boolean started;
    private boolean playing;
    private boolean gone;
    private boolean counting;
    private int sequence;
    private boolean heardAnything;
    private boolean audioArrived;
    private long sent;
    private long received;
    private long receivedInAll;
    private long wrongSize;

    /**
     * @param path     what is sent goes this way, to the same socket
     * @param protocol null for a client that sends audio and nothing else
     * @param listener null for a client that hears nothing
     */
    FleetClient(final StreamFormat format, final Voice voice, final ClientSocket socket, final NetworkPath path,
            final ClientProtocol protocol, final PingMeter pings, final Listener listener) {
        this.format = format;
        this.voice = voice;
        this.bursts = voice instanceof BurstVoice measuring ? measuring : null;
        this.socket = socket;
        this.path = path;
        this.protocol = protocol;
        this.pings = pings;
        this.listener = listener;
        this.longestUsualGapNanos = (long) (NANOS_PER_SECOND / format.datagramsPerSecond()) + STALL_NANOS;
        this.frameNanos = (long) (NANOS_PER_SECOND * format.frameSamples() / StreamFormat.SAMPLE_RATE);
    }

    /** Connects and begins to play. */
    void start(final long nowNanos) {
        started = true;
        playing = true;
        if (protocol != null) {
            protocol.connect(nowNanos);
        }
    }

    /** Sends the datagram of this period, if it plays, and does what else is due. */
    void play(final long nowNanos) {
        if (playing) {
            sendAudio();
        }
        if (started && protocol != null && !gone) {
            protocol.transmit(nowNanos);
            if (pings.due(nowNanos)) {
                final int length = pings.next(nowNanos, socket.wallClockNanos());
                path.send(pings.address(), length);
            }
        }
    }

    private void sendAudio() {
        final boolean counterBytes = hasCounterBytes();
        final long address = voice.next(counterBytes, sequence);
        sequence += format.factor();
        if (bursts != null) {
            bursts.departs(socket.wallClockNanos());
        }
        if (path.sendAudio(address, format.datagramBytes(counterBytes)) && counting) {
            sent++;
        }
    }

    private boolean hasCounterBytes() {
        return protocol == null || protocol.counterBytes();
    }

    /** Takes everything that has arrived at this client's socket. */
    void receive(final long nowNanos) {
        int count;
        do {
            count = socket.receive();
            for (int i = 0; i < count; i++) {
                if (socket.length(i) > 0) {
                    receive(socket.buffer(), socket.offset(i), socket.length(i), socket.arrivalNanos(i), nowNanos);
                }
            }
        } while (count == ClientSockets.MAX_RECEIVED);
    }

    private void receive(final DirectBuffer buffer, final int offset, final int length, final long arrivalNanos,
            final long nowNanos) {
        heardAnything = true;
        if (protocol != null && Frame.isMessage(buffer, offset, length)) {
            if (!path.loses()) {
                receiveMessage(buffer, offset, arrivalNanos, nowNanos);
            }
            return;
        }
        if (gone) {
            // A real client answers every audio packet after its farewell with another one (spec appendix B).
            protocol.sayFarewell();
            return;
        }
        receiveAudio(buffer, offset, length, arrivalNanos);
        if (!audioArrived) {
            audioArrived = true;
            if (protocol != null) {
                protocol.audioArrived(nowNanos);
            }
        }
    }

    private void receiveMessage(final DirectBuffer buffer, final int offset, final long arrivalNanos,
            final long nowNanos) {
        if (Frame.id(buffer, offset) == MessageId.CLM_PING_MS) {
            if (pong.wrap(buffer, Frame.bodyOffset(offset), Frame.bodyLength(buffer, offset))) {
                pings.answered(pong.timeMillis(), arrivalNanos);
            }
        } else if (!gone) {
            protocol.receive(buffer, offset, nowNanos);
        }
    }

    private void receiveAudio(final DirectBuffer buffer, final int offset, final int length, final long arrivalNanos) {
        receivedInAll++;
        if (counting) {
            received++;
            final long gap = arrivals.note(arrivalNanos);
            if (gap > longestUsualGapNanos && verifier() != null) {
                verifier().excuse(gap);
            }
        }
        if (!hasCounterBytes() || length != format.datagramBytes(true)) {
            if (counting) {
                wrongSize++;
            }
            return;
        }
        final int blockBytes = format.codedBytes() + 1;
        for (int block = 0; block < format.factor(); block++) {
            final int begin = offset + block * blockBytes;
            final int verdict = sequences.accept(buffer.getByte(begin + format.codedBytes()));
            if (listener != null && verdict >= 0) {
                listener.ear().arrives(arrivalNanos + block * frameNanos);
                listener.hear(verdict, buffer.addressOffset() + begin);
            }
        }
    }

    /** From now on everything counts. */
    void startCounting() {
        counting = true;
        arrivals.startCounting(socket.wallClockNanos());
        sequences.startCounting();
        socket.startCounting();
        if (pings != null) {
            pings.startCounting();
        }
        if (listener != null) {
            listener.ear().startCounting();
        }
    }

    /** The counts stay as they are. */
    void stopCounting() {
        counting = false;
        arrivals.note(socket.wallClockNanos());
        sequences.stopCounting();
        socket.stopCounting();
        if (pings != null) {
            pings.stopCounting();
        }
        if (listener != null) {
            listener.ear().stopCounting();
        }
    }

    /** Stops the audio; the rest goes on. */
    void stopPlaying() {
        playing = false;
    }

    /** Says that it leaves, and answers no more. */
    void sayFarewell() {
        if (started && protocol != null) {
            gone = true;
            protocol.sayFarewell();
        }
    }

    /** Its program dies: no farewell, no answer, and its address is nobody's. */
    void vanish() {
        playing = false;
        gone = true;
        socket.close();
    }

    boolean isStarted() {
        return started;
    }

    /** {@return whether anything at all has come from the server} */
    boolean hasHeardAnything() {
        return heardAnything;
    }

    /** {@return whether the server plays to this client} */
    boolean isConnected() {
        return protocol == null ? audioArrived : protocol.isConnected();
    }

    /** {@return whether nothing of the session's beginning is outstanding} */
    boolean isSettled() {
        return protocol == null ? audioArrived : protocol.isSettled();
    }

    /** {@return whether it waits for the server's messages and is to be looked at more often} */
    boolean isBusy() {
        return started && !gone && !isSettled();
    }

    ClientProtocol protocol() {
        return protocol;
    }

    ClientSocket socket() {
        return socket;
    }

    PingMeter pings() {
        return pings;
    }

    Listener listener() {
        return listener;
    }

    /** {@return who judges what this client hears, or null} */
    ToneVerifier verifier() {
        return listener != null && listener.ear() instanceof ToneVerifier verifier ? verifier : null;
    }

    /** {@return what takes the time of this client's bursts, or null} */
    LatencyMeter latencyMeter() {
        return listener != null && listener.ear() instanceof LatencyMeter meter ? meter : null;
    }

    SequenceTracker sequences() {
        return sequences;
    }

    ArrivalTimes arrivals() {
        return arrivals;
    }

    /** {@return audio datagrams handed to the kernel while counting} */
    long sent() {
        return sent;
    }

    /** {@return audio datagrams received while counting, whatever their size} */
    long received() {
        return received;
    }

    /** {@return audio datagrams received since the start} */
    long receivedInAll() {
        return receivedInAll;
    }

    /** {@return those of them received while counting that had another size than announced} */
    long wrongSize() {
        return wrongSize;
    }
}
