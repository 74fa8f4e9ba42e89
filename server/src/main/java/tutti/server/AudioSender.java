package tutti.server;

import org.agrona.concurrent.NanoClock;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.DatagramTransport;
import tutti.transport.SendBatch;

/**
 * Sends a frame's audio: all of it with one system call at the frame's end, sooner if a datagram would wait for longer
 * than allowed, or each datagram at once when batching is off. It can be switched between two frames. Measures how long
 * batching makes packets wait.
 */
final class AudioSender {

    private final DatagramTransport transport;
    private final SendBatch batch;
    private final Counters counters;
    private final NanoClock clock;
    private final long maxHoldNanos;
    private boolean batching;
    private long firstReady;
    private long longestStep;
    private long holdNanos;
    private long lastDeparture;

    /**
     * @param transport where datagrams leave.
     * @param slots most datagrams of one frame.
     * @param batching whether to begin with batching on.
     * @param maxHoldMicros longest time a datagram waits for its batch, in us; 0: until the frame's end.
     */
    AudioSender(final DatagramTransport transport, final int slots, final boolean batching, final int maxHoldMicros,
        final Counters counters, final NanoClock clock) {
        maxHoldNanos = maxHoldMicros == 0 ? Long.MAX_VALUE : maxHoldMicros * 1_000L;
        this.transport = transport;
        this.counters = counters;
        this.clock = clock;
        batch = transport.newSendBatch(slots, 0);
        setBatching(batching);
    }

    /** Switches batching. To be called between two frames. */
    void setBatching(final boolean on) {
        batching = on;
        counters.set(Counter.BATCH_SEND, on ? 1 : 0);
    }

    /** Begins a frame. */
    void begin() {
        longestStep = 0;
        holdNanos = 0;
        lastDeparture = 0;
    }

    /**
     * Takes a datagram that is ready.
     *
     * @param listener to whom it goes.
     * @param address where it is; must stay as it is until {@link #finish}, as must the tail.
     * @param length bytes there.
     * @param tailAddress where its last bytes are, if they are elsewhere.
     * @param tailLength bytes there, 0 for none.
     * @param now when it was ready, in ns.
     */
    void add(final Session listener, final long address, final int length, final long tailAddress, final int tailLength,
        final long now) {
        if (batch.size() == 0) {
            firstReady = now;
        }
        if (tailLength == 0) {
            batch.add(listener.address(), listener.id(), address, length);
        } else {
            batch.add(listener.address(), listener.id(), address, length, tailAddress, tailLength);
        }
        counters.add(Counter.AUDIO_SENT_BYTES, length + tailLength);
        if (!batching || batch.isFull()) {
            flush();
        }
    }

    /**
     * Sends what waits if by the next time some of it could have waited for more than half of what is allowed: the next
     * mix may take as long as the longest one of this frame, and the other half is kept for what may hold up the thread
     * meanwhile. To be called after each mix, whether it made a datagram or not: clients with several blocks in a
     * datagram are not sent one in every frame.
     *
     * @param now present time in ns.
     * @param step what the mix took, in ns.
     */
    void flushOverdue(final long now, final long step) {
        longestStep = Math.max(longestStep, step);
        if (batch.size() > 0 && now - firstReady > maxHoldNanos / 2 - longestStep) {
            flush();
        }
    }

    /** Ends the frame: whatever waits leaves now. */
    void finish() {
        if (batch.size() > 0) {
            flush();
        }
    }

    /** Time from the frame's first packet ready to its flush, in ns; 0 when batching is off or nothing was sent. */
    long holdNanos() {
        return holdNanos;
    }

    /** When the frame's last packet had left, in ns; 0 when nothing was sent. */
    long lastDeparture() {
        return lastDeparture;
    }

    private void flush() {
        final long callsBefore = transport.counters().sendCalls();
        if (batching) {
            holdNanos = Math.max(holdNanos, clock.nanoTime() - firstReady);
            counters.add(Counter.AUDIO_SENT, transport.flush(batch));
        } else {
            counters.add(Counter.AUDIO_SENT, transport.flushEach(batch));
        }
        lastDeparture = clock.nanoTime();
        counters.add(Counter.AUDIO_SEND_CALLS, transport.counters().sendCalls() - callsBefore);
    }
}
