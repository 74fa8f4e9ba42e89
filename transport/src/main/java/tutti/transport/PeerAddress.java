package tutti.transport;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * Address and port of a peer, as values that can be copied and compared without allocation.
 *
 * <p>The address is always sixteen bytes of IPv6; an IPv4 address is held v4-mapped ({@code ::ffff:a.b.c.d}, RFC 4291
 * section 2.5.5.2), as a dual-stack socket delivers it. Mutable; must not change while it is a key of a map.
 */
public final class PeerAddress {
    private static final long MAPPED_PREFIX = 0x0000_FFFF_0000_0000L;
    private static final long MAPPED_PREFIX_MASK = 0xFFFF_FFFF_0000_0000L;

    private long high;
    private long low;
    private int port;
    private int scope;
    private InetSocketAddress socketAddress;

    /** The unspecified address, port 0. */
    public PeerAddress() {
    }

    /** A peer of these values, see {@link #set(long, long, int, int)}. */
    public PeerAddress(final long high, final long low, final int port, final int scope) {
        set(high, low, port, scope);
    }

    /** A copy of a resolved address and port. */
    public PeerAddress(final InetSocketAddress address) {
        set(address);
    }

    /** A copy. */
    public PeerAddress(final PeerAddress other) {
        copyFrom(other);
    }

    /** An IPv4 peer. The first byte of the dotted form is the highest of {@code address}. */
    public static PeerAddress ofIpv4(final int address, final int port) {
        return new PeerAddress(0, mapped(address), port, 0);
    }

    /** Whether an IPv6 address is a v4-mapped one. */
    static boolean isIpv4(final long high, final long low) {
        return high == 0 && (low & MAPPED_PREFIX_MASK) == MAPPED_PREFIX;
    }

    /** The lower half of the v4-mapped form of an IPv4 address; the upper half is 0. */
    static long mapped(final int ipv4) {
        return MAPPED_PREFIX | Integer.toUnsignedLong(ipv4);
    }

    /** The first eight bytes of the address, most significant first. */
    public long high() {
        return high;
    }

    /** The last eight bytes of the address, most significant first. */
    public long low() {
        return low;
    }

    /** The UDP port, 0 to 65535. */
    public int port() {
        return port;
    }

    /** Interface index of a link-local address, 0 for others. */
    public int scope() {
        return scope;
    }

    /** Whether this is an IPv4 address in v4-mapped form. */
    public boolean isIpv4() {
        return isIpv4(high, low);
    }

    /**
     * The part of the address that one party is likely to hold whole: all of an IPv4 address, the first 64 bits of an
     * IPv6 one (RFC 4291, 2.5.4). Limits that count by source are to count by this.
     */
    public long network() {
        return isIpv4() ? low : high;
    }

    /**
     * Takes new values.
     *
     * @param newHigh first eight bytes of the IPv6 address
     * @param newLow last eight bytes of the IPv6 address
     * @param newPort UDP port, 0 to 65535
     * @param newScope interface index of a link-local address, else 0
     */
    public void set(final long newHigh, final long newLow, final int newPort, final int newScope) {
        high = newHigh;
        low = newLow;
        port = newPort;
        scope = newScope;
        socketAddress = null;
    }

    /**
     * Takes the values of a resolved address.
     *
     * @throws IllegalArgumentException if the host name could not be resolved
     */
    public void set(final InetSocketAddress address) {
        final InetAddress host = address.getAddress();
        if (host == null) {
            throw new IllegalArgumentException("unknown host: " + address.getHostString());
        }
        final ByteBuffer bytes = ByteBuffer.wrap(host.getAddress());
        if (host instanceof Inet4Address) {
            set(0, mapped(bytes.getInt(0)), address.getPort(), 0);
        } else {
            final int scopeId = host instanceof Inet6Address v6 ? v6.getScopeId() : 0;
            set(bytes.getLong(0), bytes.getLong(Long.BYTES), address.getPort(), scopeId);
        }
        socketAddress = address;
    }

    /** Takes the values of another peer. */
    public void copyFrom(final PeerAddress other) {
        set(other.high, other.low, other.port, other.scope);
        socketAddress = other.socketAddress;
    }

    /** Whether the values are the same as these. */
    public boolean matches(final long otherHigh, final long otherLow, final int otherPort, final int otherScope) {
        return low == otherLow && port == otherPort && high == otherHigh && scope == otherScope;
    }

    /** The hash code of a peer with these values: all bits mixed, so that masking it gives a good table index. */
    public static int hash(final long high, final long low, final int port, final int scope) {
        long mixed = high * 0x9E37_79B9_7F4A_7C15L + low;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        mixed += ((long) scope << 16) | port;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
        return (int) (mixed ^ (mixed >>> 32));
    }

    /** The address in the JDK's form; made at the first call after a change and kept. */
    public InetSocketAddress toSocketAddress() {
        if (socketAddress == null) {
            socketAddress = new InetSocketAddress(toInetAddress(), port);
        }
        return socketAddress;
    }

    private InetAddress toInetAddress() {
        try {
            if (isIpv4()) {
                return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt((int) low).array());
            }
            final byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
            return scope == 0 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, scope);
        } catch (final UnknownHostException e) {
            throw new AssertionError("four and sixteen bytes are always an address", e);
        }
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PeerAddress peer && matches(peer.high, peer.low, peer.port, peer.scope);
    }

    @Override
    public int hashCode() {
        return hash(high, low, port, scope);
    }

    /** As {@code 203.0.113.7:22134}, {@code [2001:db8::1]:22134} or {@code [fe80::1%2]:22134}. */
    @Override
    public String toString() {
        if (isIpv4()) {
            return (low >>> 24 & 0xFF) + "." + (low >>> 16 & 0xFF) + "." + (low >>> 8 & 0xFF) + "." + (low & 0xFF)
                + ":" + port;
        }
        final StringBuilder text = new StringBuilder(56).append('[');
        appendIpv6(text);
        if (scope != 0) {
            text.append('%').append(scope);
        }
        return text.append("]:").append(port).toString();
    }

    /** The short form of RFC 5952: the longest run of at least two zero groups becomes {@code ::}. */
    private void appendIpv6(final StringBuilder text) {
        int runStart = 8;
        int runLength = 1;
        for (int start = 0; start < 8; start++) {
            int end = start;
            while (end < 8 && group(end) == 0) {
                end++;
            }
            if (end - start > runLength) {
                runStart = start;
                runLength = end - start;
            }
        }
        for (int i = 0; i < 8; i++) {
            if (i == runStart) {
                text.append("::");
                i += runLength - 1;
            } else {
                if (i > 0 && i != runStart + runLength) {
                    text.append(':');
                }
                text.append(Integer.toHexString(group(i)));
            }
        }
    }

    private int group(final int index) {
        final long half = index < 4 ? high : low;
        return (int) (half >>> (48 - 16 * (index & 3))) & 0xFFFF;
    }
}
