package tutti.server;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.transport.DatagramTransport;
import tutti.transport.Lane;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;
import tutti.transport.SendBatch;
import tutti.transport.TransportCounters;

/**
 * A network in memory, on a clock that moves only when the server sleeps. Datagrams arrive at the times they were
 * scheduled for and are sorted into lanes as the kernel would; what the server sends is handed to a listener at once.
 */
final class MemoryTransport implements DatagramTransport {

    /** Hears what the server sends. */
    interface Listener {
        void onSent(PeerAddress to, byte[] datagram);
    }

    private record Arrival(long nanos, long order, PeerAddress from, byte[] datagram) {
    }

    private static final int SLOTS = 64;

    private final ManualClock clock;
    private final TransportCounters counters = new TransportCounters();
    private final PriorityQueue<Arrival> arrivals =
        new PriorityQueue<>(Comparator.comparingLong(Arrival::nanos).thenComparingLong(Arrival::order));
    private final Queue<Arrival> controlLane = new ArrayDeque<>();
    private final Queue<Arrival> audioLane = new ArrayDeque<>();
    private Listener listener = (to, datagram) -> { };
    private long order;
    private long flushNanos;
    private long receiveNanos;

    MemoryTransport(final ManualClock clock) {
        this.clock = clock;
    }

    void setListener(final Listener newListener) {
        listener = newListener;
    }

    /** Lets every flush take some time, so that frames take longer than there is time for. */
    void setFlushNanos(final long nanos) {
        flushNanos = nanos;
    }

    /** Lets it take some time to receive audio, if there is any. */
    void setReceiveNanos(final long nanos) {
        receiveNanos = nanos;
    }

    /** Has a datagram arrive at a time. */
    void schedule(final long nanos, final PeerAddress from, final byte[] datagram) {
        arrivals.add(new Arrival(nanos, order++, new PeerAddress(from), datagram));
    }

    @Override
    public boolean await(final long deadlineNanos, final boolean audioToo) {
        arrive();
        while (controlLane.isEmpty() && (!audioToo || audioLane.isEmpty())) {
            if (arrivals.isEmpty() || arrivals.peek().nanos() - deadlineNanos > 0) {
                clock.moveTo(deadlineNanos);
                return false;
            }
            clock.moveTo(arrivals.peek().nanos());
            arrive();
        }
        return true;
    }

    @Override
    public void sleepUntil(final long deadlineNanos) {
        clock.moveTo(deadlineNanos);
    }

    @Override
    public int receive(final Lane lane, final ReceiveBatch into) {
        arrive();
        final Queue<Arrival> queue = lane == Lane.CONTROL ? controlLane : audioLane;
        final MemoryReceiveBatch batch = (MemoryReceiveBatch) into;
        batch.taken.clear();
        while (!queue.isEmpty() && batch.taken.size() < batch.capacity()) {
            batch.take(queue.remove());
        }
        if (lane == Lane.AUDIO && batch.count() > 0) {
            clock.advance(receiveNanos);
        }
        return batch.count();
    }

    private void arrive() {
        while (!arrivals.isEmpty() && arrivals.peek().nanos() - clock.nanoTime() <= 0) {
            final Arrival arrival = arrivals.remove();
            final byte[] datagram = arrival.datagram();
            final boolean message = datagram.length < 2 || (datagram[0] == 0 && datagram[1] == 0);
            (message ? controlLane : audioLane).add(arrival);
        }
    }

    @Override
    public int flush(final SendBatch batch) {
        clock.advance(flushNanos);
        return ((MemorySendBatch) batch).drain();
    }

    @Override
    public int flushEach(final SendBatch batch) {
        return ((MemorySendBatch) batch).drain();
    }

    @Override
    public ReceiveBatch newReceiveBatch(final int slots) {
        return new MemoryReceiveBatch();
    }

    @Override
    public SendBatch newSendBatch(final int slots, final int copyBytesPerSlot) {
        return new MemorySendBatch(slots);
    }

    @Override
    public int localPort() {
        return 22124;
    }

    @Override
    public boolean isSteered() {
        return true;
    }

    @Override
    public int receiveBufferBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public String describe() {
        return "memory";
    }

    @Override
    public TransportCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        // nothing is held
    }

    private static final class MemoryReceiveBatch implements ReceiveBatch {
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SLOTS * SLOT_BYTES]);
        private final List<Arrival> taken = new ArrayList<>();

        void take(final Arrival arrival) {
            buffer.putBytes(offset(taken.size()), arrival.datagram(), 0,
                Math.min(SLOT_BYTES, arrival.datagram().length));
            taken.add(arrival);
        }

        @Override
        public int capacity() {
            return SLOTS;
        }

        @Override
        public int count() {
            return taken.size();
        }

        @Override
        public DirectBuffer buffer() {
            return buffer;
        }

        @Override
        public int offset(final int index) {
            return index * SLOT_BYTES;
        }

        @Override
        public int length(final int index) {
            return Math.min(SLOT_BYTES, taken.get(index).datagram().length);
        }

        @Override
        public boolean truncated(final int index) {
            return taken.get(index).datagram().length > SLOT_BYTES;
        }

        @Override
        public long senderHigh(final int index) {
            return taken.get(index).from().high();
        }

        @Override
        public long senderLow(final int index) {
            return taken.get(index).from().low();
        }

        @Override
        public int senderPort(final int index) {
            return taken.get(index).from().port();
        }

        @Override
        public int senderScope(final int index) {
            return taken.get(index).from().scope();
        }
    }

    private final class MemorySendBatch implements SendBatch {
        private record Waiting(PeerAddress to, byte[] datagram, long address, long tailAddress, int tailLength) {
        }

        private final int slots;
        private final List<Waiting> waiting = new ArrayList<>();

        MemorySendBatch(final int slots) {
            this.slots = slots;
        }

        int drain() {
            final int count = waiting.size();
            for (final Waiting one : List.copyOf(waiting)) {
                // Read at the flush, not when added: what the caller changes in between must show.
                if (one.address() != 0) {
                    copy(one.address(), one.datagram(), 0, one.datagram().length - one.tailLength());
                    copy(one.tailAddress(), one.datagram(), one.datagram().length - one.tailLength(), one.tailLength());
                }
                listener.onSent(one.to(), one.datagram());
            }
            waiting.clear();
            return count;
        }

        private static void copy(final long address, final byte[] to, final int offset, final int length) {
            if (length > 0) {
                MemorySegment.copy(MemorySegment.ofAddress(address).reinterpret(length), ValueLayout.JAVA_BYTE, 0, to,
                    offset, length);
            }
        }

        private boolean put(final Waiting one) {
            return waiting.size() < slots && waiting.add(one);
        }

        @Override
        public int capacity() {
            return slots;
        }

        @Override
        public int size() {
            return waiting.size();
        }

        @Override
        public boolean add(final PeerAddress to, final int owner, final long address, final int length) {
            return put(new Waiting(new PeerAddress(to), new byte[length], address, 0, 0));
        }

        @Override
        public boolean add(final PeerAddress to, final int owner, final long address, final int length,
            final long tailAddress, final int tailLength) {
            return put(
                new Waiting(new PeerAddress(to), new byte[length + tailLength], address, tailAddress, tailLength));
        }

        @Override
        public boolean addCopy(final PeerAddress to, final int owner, final DirectBuffer source, final int offset,
            final int length) {
            final byte[] copy = new byte[length];
            source.getBytes(offset, copy);
            return put(new Waiting(new PeerAddress(to), copy, 0, 0, 0));
        }

        @Override
        public void clear() {
            waiting.clear();
        }
    }
}
