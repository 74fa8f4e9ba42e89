package tutti.transport;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import tutti.libc.LibC;
import tutti.libc.sockaddr_in;
import tutti.libc.sockaddr_in6;

/**
 * How addresses look in the kernel's memory: {@code sockaddr_in6} on a dual-stack socket, where IPv4 peers are
 * v4-mapped, or {@code sockaddr_in} on an IPv4 socket. Either way a {@link PeerAddress} is the IPv6 form.
 */
enum SocketAddressFormat {
    IPV6(LibC.AF_INET6, (int) sockaddr_in6.sizeof()) {
        @Override
        void write(final MemorySegment to, final long high, final long low, final int port, final int scope) {
            sockaddr_in6.sin6_family(to, (short) LibC.AF_INET6);
            sockaddr_in6.sin6_port(to, (short) port);
            to.set(NETWORK_LONG, IPV6_HIGH_OFFSET, high);
            to.set(NETWORK_LONG, IPV6_LOW_OFFSET, low);
            sockaddr_in6.sin6_scope_id(to, scope);
        }

        @Override
        long high(final MemorySegment from) {
            return from.get(NETWORK_LONG, IPV6_HIGH_OFFSET);
        }

        @Override
        long low(final MemorySegment from) {
            return from.get(NETWORK_LONG, IPV6_LOW_OFFSET);
        }

        @Override
        int port(final MemorySegment from) {
            return Short.toUnsignedInt(sockaddr_in6.sin6_port(from));
        }

        @Override
        int scope(final MemorySegment from) {
            return sockaddr_in6.sin6_scope_id(from);
        }
    },

    IPV4(LibC.AF_INET, (int) sockaddr_in.sizeof()) {
        /** An address that is not IPv4 is written with its own family: the kernel refuses it with EAFNOSUPPORT. */
        @Override
        void write(final MemorySegment to, final long high, final long low, final int port, final int scope) {
            final boolean mapped = PeerAddress.isIpv4(high, low);
            sockaddr_in.sin_family(to, (short) (mapped ? LibC.AF_INET : LibC.AF_INET6));
            sockaddr_in.sin_port(to, (short) port);
            sockaddr_in.sin_addr(to, (int) low);
        }

        @Override
        long high(final MemorySegment from) {
            return 0;
        }

        @Override
        long low(final MemorySegment from) {
            return PeerAddress.mapped(sockaddr_in.sin_addr(from));
        }

        @Override
        int port(final MemorySegment from) {
            return Short.toUnsignedInt(sockaddr_in.sin_port(from));
        }

        @Override
        int scope(final MemorySegment from) {
            return 0;
        }
    };

    /** Room for an address of either format, rounded up so that an array of them stays aligned. */
    static final int SLOT_BYTES = 32;

    private static final OfLong NETWORK_LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final long IPV6_HIGH_OFFSET = sockaddr_in6.sin6_addr$offset();
    private static final long IPV6_LOW_OFFSET = IPV6_HIGH_OFFSET + Long.BYTES;

    private final int family;
    private final int length;

    SocketAddressFormat(final int family, final int length) {
        this.family = family;
        this.length = length;
    }

    /** The address family of the socket: {@code AF_INET6} or {@code AF_INET}. */
    int family() {
        return family;
    }

    /** Length of an address in bytes. */
    int length() {
        return length;
    }

    abstract void write(MemorySegment to, long high, long low, int port, int scope);

    abstract long high(MemorySegment from);

    abstract long low(MemorySegment from);

    abstract int port(MemorySegment from);

    abstract int scope(MemorySegment from);
}
