package tutti.fleet;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.libc.iovec;
import tutti.libc.mmsghdr;
import tutti.libc.msghdr;
import tutti.libc.sockaddr_in;
import tutti.libc.sockaddr_in6;
import tutti.libc.timespec;

/**
 * One UDP socket for each client, all talking to one server. Never blocks and, after construction, never allocates.
 *
 * <p>The kernel stamps each datagram when it arrives (SO_TIMESTAMPNS, socket(7)): gaps and ping times tell about the
 * server, not about when this program got round to reading. Only what comes from the server's exact address is given
 * out, as with the real client. One thread uses an instance.
 */
final class ClientSockets implements AutoCloseable {

    /** Datagrams that one {@link #receive} takes at most. */
    static final int MAX_RECEIVED = 8;

    private static final int CLOSED = -1;
    private static final int SLOT_BYTES = 8192;
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;
    /** asm-generic/socket.h; the same on all 64-bit processors that {@link LibC} knows. */
    private static final int SO_TIMESTAMPNS = 35;
    private static final int CLOCK_REALTIME = 0;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /*
     * struct cmsghdr { size_t cmsg_len; int cmsg_level; int cmsg_type; } and then its data, here a struct timespec.
     */
    private static final long CONTROL_LEVEL_OFFSET = 8;
    private static final long CONTROL_TYPE_OFFSET = 12;
    private static final long CONTROL_DATA_OFFSET = 16;
    private static final long CONTROL_BYTES = CONTROL_DATA_OFFSET + 16;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
    private final MemorySegment clock = arena.allocate(timespec.layout());
    private final MemorySegment serverAddress;
    private final int family;
    private final MemorySegment optionValue = arena.allocate(JAVA_INT);
    private final MemorySegment sendMessage = arena.allocate(msghdr.layout());
    private final MemorySegment sendVector = arena.allocate(iovec.layout());
    private final MemorySegment receiveMessages = arena.allocate(mmsghdr.layout(), MAX_RECEIVED);
    private final MemorySegment senders;
    private final MemorySegment controls = arena.allocate(CONTROL_BYTES * MAX_RECEIVED, Long.BYTES);
    private final UnsafeBuffer received;
    private final int[] descriptors;
    private final int[] lengths = new int[MAX_RECEIVED];
    private final long[] arrivals = new long[MAX_RECEIVED];
    private int lastError;

    /**
     * @param server  where everything is sent to; resolved
     * @param clients number of sockets
     * @throws NativeException when the system gives no more sockets (a limit on open files, mostly)
     */
    ClientSockets(final InetSocketAddress server, final int clients) {
        serverAddress = nativeAddress(server);
        family = server.getAddress() instanceof Inet4Address ? LibC.AF_INET : LibC.AF_INET6;
        senders = arena.allocate(serverAddress.byteSize() * MAX_RECEIVED, Long.BYTES);
        final MemorySegment payload = arena.allocate((long) SLOT_BYTES * MAX_RECEIVED, Long.SIZE);
        received = new UnsafeBuffer(payload.address(), (int) payload.byteSize());
        prepareSending();
        prepareReceiving(payload);
        descriptors = new int[clients];
        for (int i = 0; i < clients; i++) {
            descriptors[i] = open();
        }
    }

    private MemorySegment nativeAddress(final InetSocketAddress server) {
        if (server.getAddress() instanceof Inet4Address ipv4) {
            final MemorySegment address = arena.allocate(sockaddr_in.layout());
            sockaddr_in.sin_family(address, (short) LibC.AF_INET);
            sockaddr_in.sin_port(address, (short) server.getPort());
            sockaddr_in.sin_addr(address, ByteBuffer.wrap(ipv4.getAddress()).getInt());
            return address;
        }
        final Inet6Address ipv6 = (Inet6Address) server.getAddress();
        final MemorySegment address = arena.allocate(sockaddr_in6.layout());
        sockaddr_in6.sin6_family(address, (short) LibC.AF_INET6);
        sockaddr_in6.sin6_port(address, (short) server.getPort());
        sockaddr_in6.sin6_addr(address).copyFrom(MemorySegment.ofArray(ipv6.getAddress()));
        sockaddr_in6.sin6_scope_id(address, ipv6.getScopeId());
        return address;
    }

    private void prepareSending() {
        msghdr.msg_name(sendMessage, serverAddress.address());
        msghdr.msg_namelen(sendMessage, (int) serverAddress.byteSize());
        msghdr.msg_iov(sendMessage, sendVector.address());
        msghdr.msg_iovlen(sendMessage, 1);
    }

    private void prepareReceiving(final MemorySegment payload) {
        final MemorySegment vectors = arena.allocate(iovec.layout(), MAX_RECEIVED);
        for (int i = 0; i < MAX_RECEIVED; i++) {
            final MemorySegment vector = vectors.asSlice(i * iovec.sizeof(), iovec.sizeof());
            iovec.iov_base(vector, payload.address() + (long) i * SLOT_BYTES);
            iovec.iov_len(vector, SLOT_BYTES);
            final MemorySegment message = receiveMessages.asSlice(i * mmsghdr.sizeof(), msghdr.sizeof());
            msghdr.msg_name(message, senders.address() + i * serverAddress.byteSize());
            msghdr.msg_iov(message, vector.address());
            msghdr.msg_iovlen(message, 1);
            msghdr.msg_control(message, controls.address() + i * CONTROL_BYTES);
            allowNameAndControl(i);
        }
    }

    /** The kernel overwrites both lengths with what it stored: they must be set anew before each use. */
    private void allowNameAndControl(final int i) {
        final long message = i * mmsghdr.sizeof();
        receiveMessages.set(JAVA_INT, message + msghdr.msg_namelen$offset(), (int) serverAddress.byteSize());
        receiveMessages.set(JAVA_LONG, message + msghdr.msg_controllen$offset(), CONTROL_BYTES);
    }

    private int open() {
        final int type = LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
        final int descriptor = LibC.socket(errno, family, type, 0);
        if (descriptor == -1) {
            throw new NativeException("socket", LibC.errno(errno), family, "SOCK_DGRAM");
        }
        final MemorySegment value = optionValue;
        value.set(JAVA_INT, 0, 1);
        if (LibC.setsockopt(errno, descriptor, LibC.SOL_SOCKET, SO_TIMESTAMPNS, value, Integer.BYTES) == -1) {
            throw new NativeException("setsockopt", LibC.errno(errno), descriptor, "SO_TIMESTAMPNS");
        }
        // As much as the system allows: packets must survive a pause of this program, or they would count as lost.
        value.set(JAVA_INT, 0, RECEIVE_BUFFER_BYTES);
        if (LibC.setsockopt(errno, descriptor, LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, value, Integer.BYTES) == -1) {
            LibC.setsockopt(errno, descriptor, LibC.SOL_SOCKET, LibC.SO_RCVBUF, value, Integer.BYTES);
        }
        return descriptor;
    }

    /** Closes that client's socket, as when its program dies; nothing is sent or received until {@link #reopen}. */
    void close(final int client) {
        LibC.close(errno, descriptors[client]);
        descriptors[client] = CLOSED;
    }

    /**
     * Gives that client a new socket, and so another port.
     *
     * @throws NativeException when the system gives no more sockets
     */
    void reopen(final int client) {
        descriptors[client] = open();
    }

    /**
     * Sends one datagram from that client's socket.
     *
     * @param address native address of the payload
     * @param length  in bytes
     * @return false when the kernel refused it; {@link #lastError} tells why
     */
    boolean send(final int client, final long address, final int length) {
        iovec.iov_base(sendVector, address);
        iovec.iov_len(sendVector, length);
        if (LibC.sendmsg(errno, descriptors[client], sendMessage, LibC.MSG_DONTWAIT) == length) {
            return true;
        }
        lastError = LibC.errno(errno);
        return false;
    }

    /** {@return errno of the last datagram that could not be sent, 0 when there was none} */
    int lastError() {
        return lastError;
    }

    /**
     * Takes what has arrived at that client's socket, at most {@value #MAX_RECEIVED} datagrams, which are valid until
     * the next call. {@return how many; ask again when it is that maximum}
     */
    int receive(final int client) {
        final int count = LibC.recvmmsg(errno, descriptors[client], receiveMessages, MAX_RECEIVED,
                LibC.MSG_DONTWAIT, MemorySegment.NULL);
        for (int i = 0; i < count; i++) {
            final long message = i * mmsghdr.sizeof();
            final boolean truncated =
                    (receiveMessages.get(JAVA_INT, message + msghdr.msg_flags$offset()) & LibC.MSG_TRUNC) != 0;
            lengths[i] = truncated || !isFromServer(i)
                    ? 0
                    : receiveMessages.get(JAVA_INT, message + mmsghdr.msg_len$offset());
            arrivals[i] = arrivalOf(i);
            allowNameAndControl(i);
        }
        return Math.max(count, 0);
    }

    private boolean isFromServer(final int i) {
        final long sender = i * serverAddress.byteSize();
        if (serverAddress.byteSize() == sockaddr_in.sizeof()) {
            return senders.get(JAVA_LONG, sender) == serverAddress.get(JAVA_LONG, 0);
        }
        // Family and port, then the address; the flow label between them may differ. Every other one of these
        // structures, which are 28 bytes long, begins in the middle of a long.
        final long in6Addr = sockaddr_in6.sin6_addr$offset();
        return senders.get(JAVA_INT, sender) == serverAddress.get(JAVA_INT, 0)
                && senders.get(JAVA_LONG_UNALIGNED, sender + in6Addr)
                == serverAddress.get(JAVA_LONG_UNALIGNED, in6Addr)
                && senders.get(JAVA_LONG_UNALIGNED, sender + in6Addr + Long.BYTES)
                == serverAddress.get(JAVA_LONG_UNALIGNED, in6Addr + Long.BYTES);
    }

    private long arrivalOf(final int i) {
        final long message = i * mmsghdr.sizeof();
        final long control = i * CONTROL_BYTES;
        final long stored = receiveMessages.get(JAVA_LONG, message + msghdr.msg_controllen$offset());
        final boolean stamped = stored >= CONTROL_BYTES
                && controls.get(JAVA_INT, control + CONTROL_LEVEL_OFFSET) == LibC.SOL_SOCKET
                && controls.get(JAVA_INT, control + CONTROL_TYPE_OFFSET) == SO_TIMESTAMPNS;
        if (!stamped) {
            return wallClockNanos();
        }
        final long time = control + CONTROL_DATA_OFFSET;
        return controls.get(JAVA_LONG, time + timespec.tv_sec$offset()) * NANOS_PER_SECOND
                + controls.get(JAVA_LONG, time + timespec.tv_nsec$offset());
    }

    /** {@return the memory of the datagrams received} */
    DirectBuffer buffer() {
        return received;
    }

    /** {@return where in {@link #buffer} datagram {@code i} of the last {@link #receive} begins} */
    int offset(final int i) {
        return i * SLOT_BYTES;
    }

    /** {@return its length in bytes; 0 for one that is to be ignored: empty, cut off, or a stranger's} */
    int length(final int i) {
        return lengths[i];
    }

    /** {@return when it arrived, on the clock of {@link #wallClockNanos}} */
    long arrivalNanos(final int i) {
        return arrivals[i];
    }

    /** {@return CLOCK_REALTIME, the clock of the kernel's stamps, in nanoseconds} */
    long wallClockNanos() {
        LibC.clock_gettime(errno, CLOCK_REALTIME, clock);
        return timespec.tv_sec(clock) * NANOS_PER_SECOND + timespec.tv_nsec(clock);
    }

    @Override
    public void close() {
        for (final int descriptor : descriptors) {
            if (descriptor != CLOSED) {
                LibC.close(errno, descriptor);
            }
        }
        arena.close();
    }
}
