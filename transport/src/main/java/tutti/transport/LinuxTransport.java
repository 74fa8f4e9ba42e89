package tutti.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.libc.pollfd;
import tutti.libc.timespec;

/**
 * Datagrams through {@code recvmmsg} and {@code sendmmsg}: one system call moves all that wait.
 *
 * <p>Steered, it has two sockets on its port. The kernel puts protocol messages into the control socket and everything
 * else into the audio socket (see {@link LinuxSockets}), so that {@link #await} can sleep on the first alone while
 * audio piles up without waking anybody. Where the kernel refuses that, one socket takes all.
 */
public final class LinuxTransport implements DatagramTransport {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final DatagramCalls calls;
    private final LinuxSockets sockets;
    private final LinuxSocket audio;
    private final LinuxSocket control;
    private final boolean batchReceive;
    private final TransportCounters counters = new TransportCounters();
    private final LinuxSender sender;
    private final MemorySegment descriptors;
    private final MemorySegment timeout;

    private LinuxTransport(final LinuxSockets sockets, final boolean batchReceive,
        final SendFailureListener listener, final DatagramCalls calls) {
        this.calls = calls;
        this.sockets = sockets;
        this.batchReceive = batchReceive;
        audio = sockets.audio();
        control = sockets.control();
        sender = new LinuxSender(calls, counters, listener);
        final Arena arena = Arena.ofAuto();
        timeout = arena.allocate(timespec.layout());
        descriptors = arena.allocate(pollfd.layout(), 2);
        watch(0, control);
        watch(1, audio);
    }

    private void watch(final int index, final LinuxSocket socket) {
        final MemorySegment entry = descriptors.asSlice(index * pollfd.sizeof(), pollfd.sizeof());
        pollfd.fd(entry, socket.descriptor());
        pollfd.events(entry, (short) LibC.POLLIN);
    }

    /** Whether this platform has what the transport needs. */
    public static boolean isAvailable() {
        return LibC.isAvailable();
    }

    /**
     * Opens the transport; failed sends are only counted.
     *
     * @throws PortInUseException if another program has the port
     * @throws IOException if the sockets cannot be opened; the message names call and reason
     */
    public static LinuxTransport open(final TransportOptions options) throws IOException {
        return open(options, SendFailureListener.NONE);
    }

    /**
     * Opens the transport.
     *
     * @param options how
     * @param listener told of every datagram that could not be sent
     * @throws PortInUseException if another program has the port
     * @throws IOException if the sockets cannot be opened; the message names call and reason
     */
    public static LinuxTransport open(final TransportOptions options, final SendFailureListener listener)
        throws IOException {
        return open(options, listener, new LibCDatagramCalls(), LinuxSockets.STEERING);
    }

    static LinuxTransport open(final TransportOptions options, final SendFailureListener listener,
        final DatagramCalls calls, final BpfInstruction... steering) throws IOException {
        if (!isAvailable()) {
            throw new IOException("the Linux transport needs 64-bit Linux (this is " + System.getProperty("os.name")
                + " on " + System.getProperty("os.arch") + "): use the portable transport");
        }
        try {
            return new LinuxTransport(LinuxSockets.open(options, steering), options.batchReceive(), listener, calls);
        } catch (final NativeException e) {
            throw new IOException("cannot open UDP port " + options.port() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public int localPort() {
        return sockets.port();
    }

    @Override
    public boolean isSteered() {
        return control != audio;
    }

    @Override
    public int receiveBufferBytes() {
        return sockets.receiveBufferBytes();
    }

    @Override
    public String describe() {
        return "Linux " + (batchReceive ? "recvmmsg" : "recvmsg") + "/sendmmsg on " + sockets.describe();
    }

    @Override
    public boolean await(final long deadlineNanos, final boolean audioToo) {
        return poll(audioToo && isSteered() ? 2 : 1, deadlineNanos);
    }

    @Override
    public void sleepUntil(final long deadlineNanos) {
        poll(0, deadlineNanos);
    }

    /** Sleeps until one of the first {@code count} sockets has something (true) or until the deadline (false). */
    private boolean poll(final int count, final long deadlineNanos) {
        long remaining = deadlineNanos - System.nanoTime();
        while (remaining > 0) {
            timespec.tv_sec(timeout, remaining / NANOS_PER_SECOND);
            timespec.tv_nsec(timeout, remaining % NANOS_PER_SECOND);
            counters.waited();
            final int ready = calls.ppoll(descriptors, count, timeout);
            if (ready > 0) {
                return true;
            }
            if (ready < 0 && ready != -LibC.EINTR) {
                throw new NativeException("ppoll", -ready, count + " sockets", remaining + " ns");
            }
            remaining = deadlineNanos - System.nanoTime();
        }
        return false;
    }

    @Override
    public int receive(final Lane lane, final ReceiveBatch into) {
        final LinuxReceiveBatch batch = (LinuxReceiveBatch) into;
        final int socket = (lane == Lane.CONTROL ? control : audio).descriptor();
        batch.reset();
        if (batchReceive) {
            receiveTogether(socket, batch);
        } else {
            receiveEach(socket, batch);
        }
        counters.received(batch.count());
        return batch.count();
    }

    private void receiveTogether(final int socket, final LinuxReceiveBatch batch) {
        int result;
        do {
            counters.receiveCall();
            result = calls.recvmmsg(socket, batch.headers(), batch.capacity(), LibC.MSG_DONTWAIT);
        } while (result == -LibC.EINTR);
        if (result >= 0) {
            batch.received(result);
        } else if (result != -LibC.EAGAIN) {
            counters.receiveFailed();
        }
    }

    private void receiveEach(final int socket, final LinuxReceiveBatch batch) {
        while (batch.count() < batch.capacity()) {
            counters.receiveCall();
            final int result = calls.recvmsg(socket, batch.header(batch.count()), LibC.MSG_DONTWAIT);
            if (result >= 0) {
                batch.receivedOne(result);
            } else if (result != -LibC.EINTR) {
                if (result != -LibC.EAGAIN) {
                    counters.receiveFailed();
                }
                return;
            }
        }
    }

    @Override
    public int flush(final SendBatch batch) {
        return sender.flush(audio.descriptor(), (LinuxSendBatch) batch, true);
    }

    @Override
    public int flushEach(final SendBatch batch) {
        return sender.flush(audio.descriptor(), (LinuxSendBatch) batch, false);
    }

    @Override
    public ReceiveBatch newReceiveBatch(final int slots) {
        return new LinuxReceiveBatch(audio.format(), slots);
    }

    @Override
    public SendBatch newSendBatch(final int slots, final int copyBytesPerSlot) {
        return new LinuxSendBatch(audio.format(), slots, copyBytesPerSlot);
    }

    @Override
    public TransportCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        sockets.close();
        watch(0, control);
        watch(1, audio);
    }
}
