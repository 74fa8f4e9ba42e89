package tutti.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import tutti.libc.LibC;

/**
 * Datagrams through a {@link DatagramChannel}: one packet a call, on every platform of the JDK. Never steered, and it
 * allocates: the JDK makes address objects for senders.
 */
public final class PortableTransport implements DatagramTransport {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Longer than the longest UDP payload, so that too long a datagram reaches the kernel and is refused there. */
    private static final int SCRATCH_BYTES = 128 * 1024;

    private final DatagramChannel channel;
    private final Selector selector;
    private final int localPort;
    private final int receiveBufferBytes;
    private final SendFailureListener listener;
    private final TransportCounters counters = new TransportCounters();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

    private PortableTransport(final DatagramChannel channel, final SendFailureListener listener) throws IOException {
        this.channel = channel;
        this.listener = listener;
        localPort = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        receiveBufferBytes = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        selector = channel.provider().openSelector();
        channel.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Opens the transport; failed sends are only counted.
     *
     * @throws PortInUseException if another program has the port
     * @throws IOException if the socket cannot be opened
     */
    public static PortableTransport open(final TransportOptions options) throws IOException {
        return open(options, SendFailureListener.NONE);
    }

    /**
     * Opens the transport. Of the options, steering and batched receive have no effect.
     *
     * @param options how
     * @param listener told of every datagram that could not be sent
     * @throws PortInUseException if another program has the port
     * @throws IOException if the socket cannot be opened
     */
    public static PortableTransport open(final TransportOptions options, final SendFailureListener listener)
        throws IOException {
        final InetSocketAddress local = options.bindAddress().isPresent()
            ? new InetSocketAddress(options.bindAddress().get(), options.port())
            : new InetSocketAddress(options.port());
        final DatagramChannel channel = DatagramChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBufferBytes());
            channel.setOption(StandardSocketOptions.IP_TOS, options.trafficClass());
            channel.bind(local);
            return new PortableTransport(channel, listener);
        } catch (final BindException e) {
            channel.close();
            // The same exception stands for a port in use and for an address this machine does not have.
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw new PortInUseException(options.port(), e);
            }
            throw new IOException("cannot open UDP port " + options.port() + ": bind(" + new PeerAddress(local)
                + ") failed: " + e.getMessage(), e);
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public int localPort() {
        return localPort;
    }

    @Override
    public boolean isSteered() {
        return false;
    }

    @Override
    public int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    @Override
    public String describe() {
        return "portable DatagramChannel on UDP port " + localPort + ", receive buffer " + receiveBufferBytes
            + " bytes, not steered";
    }

    /**
     * {@inheritDoc} Selectors count in milliseconds: datagrams that arrive in the last one are seen at the deadline.
     */
    @Override
    public boolean await(final long deadlineNanos, final boolean audioToo) {
        try {
            long remaining = deadlineNanos - System.nanoTime();
            while (remaining > 0) {
                counters.waited();
                selector.selectedKeys().clear();
                final boolean ready = remaining >= NANOS_PER_MILLI
                    ? selector.select(remaining / NANOS_PER_MILLI) > 0
                    : selector.selectNow() > 0;
                if (ready) {
                    return true;
                }
                remaining = deadlineNanos - System.nanoTime();
                if (remaining > 0 && remaining < NANOS_PER_MILLI) {
                    LockSupport.parkNanos(remaining);
                    remaining = deadlineNanos - System.nanoTime();
                }
            }
            return false;
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot wait for UDP port " + localPort, e);
        }
    }

    @Override
    public int receive(final Lane lane, final ReceiveBatch into) {
        final PortableReceiveBatch batch = (PortableReceiveBatch) into;
        batch.reset();
        try {
            boolean more = true;
            while (more && batch.count() < batch.capacity()) {
                counters.receiveCall();
                final InetSocketAddress from = (InetSocketAddress) channel.receive(batch.nextRoom());
                more = from != null;
                if (more) {
                    batch.received(from);
                }
            }
        } catch (final IOException e) {
            counters.receiveFailed();
        }
        counters.received(batch.count());
        return batch.count();
    }

    @Override
    public int flush(final SendBatch batch) {
        return flushEach(batch);
    }

    @Override
    public int flushEach(final SendBatch toSend) {
        final PortableSendBatch batch = (PortableSendBatch) toSend;
        final int size = batch.size();
        int sent = 0;
        int next = 0;
        while (next < size) {
            counters.sendCall();
            final int errno = send(batch, next);
            if (errno == 0) {
                sent++;
                next++;
            } else {
                next = failed(batch, next, errno);
            }
        }
        counters.sent(sent);
        batch.clear();
        return sent;
    }

    /** Returns 0 or the reason in Linux terms. */
    private int send(final PortableSendBatch batch, final int index) {
        final InetSocketAddress receiver = batch.receiver(index);
        if (batch.length(index) > SCRATCH_BYTES) {
            return LibC.EMSGSIZE;
        }
        scratch.clear();
        batch.copyPayload(index, scratch);
        scratch.flip();
        final boolean empty = !scratch.hasRemaining();
        try {
            // A channel says 0 both for an empty datagram that was sent and for a full send buffer.
            return channel.send(scratch, receiver) > 0 || empty ? 0 : LibC.EAGAIN;
        } catch (final ClosedChannelException e) {
            throw new IllegalStateException("the transport is closed", e);
        } catch (final IOException e) {
            return errnoOf(e);
        }
    }

    private int failed(final PortableSendBatch batch, final int first, final int errno) {
        final SendFailureKind kind = SendFailureKind.of(errno);
        final int end = kind == SendFailureKind.NO_ROOM ? batch.size() : first + 1;
        for (int i = first; i < end; i++) {
            counters.sendFailed(kind);
            listener.onSendFailure(batch.owner(i), errno);
        }
        return end;
    }

    @Override
    public ReceiveBatch newReceiveBatch(final int slots) {
        return new PortableReceiveBatch(slots);
    }

    @Override
    public SendBatch newSendBatch(final int slots, final int copyBytesPerSlot) {
        return new PortableSendBatch(slots, copyBytesPerSlot);
    }

    @Override
    public TransportCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot close UDP port " + localPort, e);
        }
    }

    /** The JDK hides the error number; class and text of the exception are what is left of it. */
    private static int errnoOf(final IOException e) {
        final String text = String.valueOf(e.getMessage());
        if (e instanceof PortUnreachableException || text.contains("refused")) {
            return LibC.ECONNREFUSED;
        }
        if (e instanceof NoRouteToHostException || text.contains("unreachable") || text.contains("No route")) {
            return LibC.EHOSTUNREACH;
        }
        if (text.contains("too long") || text.contains("larger than")) {
            return LibC.EMSGSIZE;
        }
        if (text.contains("permitted") || text.contains("denied")) {
            return LibC.EPERM;
        }
        return text.contains("buffer space") ? LibC.ENOBUFS : LibC.EINVAL;
    }
}
