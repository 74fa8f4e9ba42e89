package tutti.server.events;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import tutti.server.admin.LoopSwitch;
import tutti.transport.PeerAddress;

/**
 * What the frame thread has to tell the log, without text, allocation or waiting: each event is a fixed record in a
 * ring, which an {@link EventPrinter} on another thread turns into lines.
 *
 * <pre>
 *   0               8               16              24              32
 *   +---------------+---------------+---------------+---------------+
 *   | epoch millis  | address high  | address low   | value         |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *   | port  | scope |channel|clients| a     | b     | c     | unused|
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *   32      36      40      44      48      52      56      60      64
 * </pre>
 *
 * <p>Numbers are in the machine's byte order; fields an event does not use hold what an earlier one left there. An
 * address is a 16-byte IPv6 address as two longs, most significant byte first; IPv4 is v4-mapped.
 */
public final class EventLog {
    static final int EPOCH_MILLIS_OFFSET = 0;
    static final int ADDRESS_HIGH_OFFSET = EPOCH_MILLIS_OFFSET + Long.BYTES;
    static final int ADDRESS_LOW_OFFSET = ADDRESS_HIGH_OFFSET + Long.BYTES;
    static final int VALUE_OFFSET = ADDRESS_LOW_OFFSET + Long.BYTES;
    static final int PORT_OFFSET = VALUE_OFFSET + Long.BYTES;
    static final int SCOPE_OFFSET = PORT_OFFSET + Integer.BYTES;
    static final int CHANNEL_OFFSET = SCOPE_OFFSET + Integer.BYTES;
    static final int CLIENTS_OFFSET = CHANNEL_OFFSET + Integer.BYTES;
    static final int A_OFFSET = CLIENTS_OFFSET + Integer.BYTES;
    static final int B_OFFSET = A_OFFSET + Integer.BYTES;
    static final int C_OFFSET = B_OFFSET + Integer.BYTES;
    static final int RECORD_BYTES = 64;

    /** Room for about 900 events: six for each of 150 clients. */
    private static final int RING_BYTES = 64 * 1024;

    private static final LeaveCause[] CAUSES = LeaveCause.values();

    private final OneToOneRingBuffer ring = new OneToOneRingBuffer(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[RECORD_BYTES]);
    private final AtomicLong lost = new AtomicLong();
    private final EpochClock clock;

    /**
     * @param clock gives an event its time
     */
    public EventLog(final EpochClock clock) {
        this.clock = clock;
    }

    /**
     * A client got a channel.
     *
     * @param channel 0 to 149
     * @param peer    its address and port
     * @param clients clients connected now, this one included
     */
    public void joined(final int channel, final PeerAddress peer, final int clients) {
        putPeer(channel, peer, clients);
        publish(EventType.JOINED);
    }

    /**
     * A client's stream began or changed.
     *
     * @param channel      0 to 149
     * @param frameSamples 64 or 128 samples per channel and block
     * @param channels     1 or 2
     * @param codedBytes   bytes of one coded block
     */
    public void stream(final int channel, final int frameSamples, final int channels, final int codedBytes) {
        scratch.putInt(CHANNEL_OFFSET, channel);
        scratch.putInt(A_OFFSET, frameSamples);
        scratch.putInt(B_OFFSET, channels);
        scratch.putInt(C_OFFSET, codedBytes);
        publish(EventType.STREAM);
    }

    /**
     * A client lost its channel.
     *
     * @param channel        0 to 149
     * @param peer           its address and port
     * @param clients        clients connected now, this one not counted
     * @param cause          why
     * @param connectedNanos how long it had its channel, nanoseconds
     * @param sendFailures   datagrams for it that the kernel did not take
     */
    public void left(final int channel, final PeerAddress peer, final int clients, final LeaveCause cause,
                     final long connectedNanos, final long sendFailures) {
        putPeer(channel, peer, clients);
        scratch.putInt(A_OFFSET, cause.ordinal());
        scratch.putInt(B_OFFSET, (int) Math.min(sendFailures, Integer.MAX_VALUE));
        scratch.putLong(VALUE_OFFSET, connectedNanos);
        publish(EventType.LEFT);
    }

    /**
     * The last free channel was taken: strangers are refused from now on. To be told once, not per refusal.
     *
     * @param clients clients connected now
     */
    public void serverFull(final int clients) {
        scratch.putInt(CLIENTS_OFFSET, clients);
        publish(EventType.SERVER_FULL);
    }

    /** The last client left: no frames until somebody comes. */
    public void idle() {
        publish(EventType.IDLE);
    }

    /**
     * Something was switched while running.
     *
     * @param what which switch
     * @param on   its new state
     */
    public void switched(final LoopSwitch what, final boolean on) {
        scratch.putInt(A_OFFSET, on ? 1 : 0);
        scratch.putInt(B_OFFSET, what.ordinal());
        publish(EventType.SWITCHED);
    }

    /**
     * The loop cannot keep up and drops its backlog. To be told once, until {@link #overloadEnded}.
     *
     * @param clients clients connected now
     * @param skipped frames dropped at once
     */
    public void overloadBegan(final int clients, final int skipped) {
        scratch.putInt(CLIENTS_OFFSET, clients);
        scratch.putLong(VALUE_OFFSET, skipped);
        publish(EventType.OVERLOAD_BEGAN);
    }

    /**
     * The loop keeps up again.
     *
     * @param clients clients connected now
     * @param skipped frames dropped since the overload began
     */
    public void overloadEnded(final int clients, final long skipped) {
        scratch.putInt(CLIENTS_OFFSET, clients);
        scratch.putLong(VALUE_OFFSET, skipped);
        publish(EventType.OVERLOAD_ENDED);
    }

    /** Number of events that found the ring full, since the start. Any thread. */
    long lost() {
        return lost.get();
    }

    OneToOneRingBuffer ring() {
        return ring;
    }

    static LeaveCause cause(final int ordinal) {
        return CAUSES[ordinal];
    }

    private void putPeer(final int channel, final PeerAddress peer, final int clients) {
        scratch.putLong(ADDRESS_HIGH_OFFSET, peer.high());
        scratch.putLong(ADDRESS_LOW_OFFSET, peer.low());
        scratch.putInt(PORT_OFFSET, peer.port());
        scratch.putInt(SCOPE_OFFSET, peer.scope());
        scratch.putInt(CHANNEL_OFFSET, channel);
        scratch.putInt(CLIENTS_OFFSET, clients);
    }

    private void publish(final EventType type) {
        scratch.putLong(EPOCH_MILLIS_OFFSET, clock.time());
        if (!ring.write(type.id(), scratch, 0, RECORD_BYTES)) {
            lost.lazySet(lost.getPlain() + 1);
        }
    }
}
