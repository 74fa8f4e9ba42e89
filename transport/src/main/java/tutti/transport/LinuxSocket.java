package tutti.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.libc.sock_filter;
import tutti.libc.sock_fprog;

/** One non-blocking UDP socket while it is being set up. Failures are {@link NativeException}s that name the call. */
final class LinuxSocket implements AutoCloseable {
    private static final int CLOSED = -1;

    private final SocketAddressFormat format;
    private int descriptor;

    LinuxSocket(final SocketAddressFormat format) {
        this.format = format;
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final int type = LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
            descriptor = LibC.socket(errno, format.family(), type, 0);
            check(descriptor, errno, "socket", "AF_" + format.name().replace("IPV4", "INET").replace("IPV6", "INET6"));
        }
    }

    int descriptor() {
        return descriptor;
    }

    SocketAddressFormat format() {
        return format;
    }

    void bind(final PeerAddress local) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment address = arena.allocate(SocketAddressFormat.SLOT_BYTES, Long.BYTES);
            format.write(address, local.high(), local.low(), local.port(), local.scope());
            check(LibC.bind(errno, descriptor, address, format.length()), errno, "bind", local);
        }
    }

    int localPort() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment address = arena.allocate(SocketAddressFormat.SLOT_BYTES, Long.BYTES);
            final MemorySegment length = arena.allocateFrom(JAVA_INT, format.length());
            check(LibC.getsockname(errno, descriptor, address, length), errno, "getsockname", descriptor);
            return format.port(address);
        }
    }

    void set(final int level, final int option, final int value) {
        try (Arena arena = Arena.ofConfined()) {
            set(level, option, arena.allocateFrom(JAVA_INT, value), value);
        }
    }

    int get(final int level, final int option) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final MemorySegment value = arena.allocate(JAVA_INT);
            final MemorySegment length = arena.allocateFrom(JAVA_INT, (int) value.byteSize());
            final int result = LibC.getsockopt(errno, descriptor, level, option, value, length);
            check(result, errno, "getsockopt", "level " + level, "option " + option);
            return value.get(JAVA_INT, 0);
        }
    }

    /**
     * Asks for a buffer: beyond the machine's limit where this process may go, else up to that limit.
     *
     * @param forceOption the variant of the option that needs CAP_NET_ADMIN
     */
    void setBuffer(final int forceOption, final int option, final int bytes) {
        try {
            set(LibC.SOL_SOCKET, forceOption, bytes);
        } catch (final NativeException e) {
            if (e.errno() != LibC.EPERM) {
                throw e;
            }
            set(LibC.SOL_SOCKET, option, bytes);
        }
    }

    /** Attaches the program that sorts arriving datagrams among the sockets on this port. */
    void attach(final BpfInstruction... program) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment filter = arena.allocate(sock_filter.layout(), program.length);
            for (int i = 0; i < program.length; i++) {
                program[i].write(filter.asSlice(i * sock_filter.sizeof(), sock_filter.sizeof()));
            }
            final MemorySegment descriptor = arena.allocate(sock_fprog.layout());
            sock_fprog.len(descriptor, (short) program.length);
            sock_fprog.filter(descriptor, filter.address());
            set(LibC.SOL_SOCKET, LibC.SO_ATTACH_REUSEPORT_CBPF, descriptor, program.length + " BPF instructions");
        }
    }

    private void set(final int level, final int option, final MemorySegment value, final Object shown) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(LibC.capturedState$layout());
            final int result = LibC.setsockopt(errno, descriptor, level, option, value, (int) value.byteSize());
            check(result, errno, "setsockopt", "level " + level, "option " + option, shown);
        }
    }

    /** Closes the descriptor; closing again does nothing. */
    @Override
    public void close() {
        if (descriptor != CLOSED) {
            try (Arena arena = Arena.ofConfined()) {
                // Whatever close(2) says, the descriptor is gone afterwards.
                LibC.close(arena.allocate(LibC.capturedState$layout()), descriptor);
            }
            descriptor = CLOSED;
        }
    }

    private static void check(
        final int result, final MemorySegment errno, final String call, final Object... arguments) {
        if (result == -1) {
            throw new NativeException(call, LibC.errno(errno), arguments);
        }
    }
}
