package tutti.transport;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import tutti.libc.LibC;
import tutti.libc.NativeException;

/**
 * Opens the sockets of a Linux transport: one on the port, and where the kernel can sort arriving datagrams a second on
 * the same port for protocol messages.
 *
 * <p>The first socket is bound without {@code SO_REUSEPORT}: with it, the kernel would let a second server share the
 * port silently and give each half of the musicians' packets. Only when the port is ours is the option switched on, so
 * that the second socket can join; another server's own plain bind still fails from then on.
 */
final class LinuxSockets implements AutoCloseable {
    /** Steering by the first two payload bytes: a protocol message begins with two zero bytes. */
    static final BpfInstruction[] STEERING = {
        new BpfInstruction(LibC.BPF_LD + LibC.BPF_H + LibC.BPF_ABS, 0, 0, 0),
        new BpfInstruction(LibC.BPF_JMP + LibC.BPF_JEQ + LibC.BPF_K, 0, 1, 0),
        new BpfInstruction(LibC.BPF_RET + LibC.BPF_K, 0, 0, 1),
        // Also the result for a datagram of fewer than two bytes, whose load ends the program with 0.
        new BpfInstruction(LibC.BPF_RET + LibC.BPF_K, 0, 0, 0),
    };

    /** Room for the packets of some frames to 150 clients while a device queue is congested. */
    private static final int SEND_BUFFER_BYTES = 1024 * 1024;

    private final LinuxSocket audio;
    private final LinuxSocket control;
    private final String steering;
    private final int port;
    private final int receiveBufferBytes;

    private LinuxSockets(final LinuxSocket audio, final LinuxSocket control, final String steering) {
        this.audio = audio;
        this.control = control;
        this.steering = steering;
        port = audio.localPort();
        receiveBufferBytes = audio.get(LibC.SOL_SOCKET, LibC.SO_RCVBUF);
    }

    /**
     * Opens one socket or two.
     *
     * @param options how
     * @param steering gives for a datagram the index of its socket: 0 for audio, 1 for control
     * @throws PortInUseException if another program has the port
     * @throws NativeException if the first socket cannot be opened for another reason
     */
    static LinuxSockets open(final TransportOptions options, final BpfInstruction... steering)
        throws PortInUseException {
        final LinuxSocket audio = openFirst(options);
        if (!options.steering()) {
            return new LinuxSockets(audio, audio, "not steered");
        }
        try {
            final LinuxSocket control = openSecond(audio, options, steering);
            return new LinuxSockets(audio, control, "messages steered to a socket of their own");
        } catch (final NativeException e) {
            // The server works without; only that every packet then wakes its frame thread.
            return new LinuxSockets(audio, audio, "not steered, because " + e.getMessage());
        }
    }

    /** The socket on the port, bound, of the widest address family that machine and options allow. */
    private static LinuxSocket openFirst(final TransportOptions options) throws PortInUseException {
        if (options.bindAddress().filter(Inet4Address.class::isInstance).isPresent()) {
            return openBound(SocketAddressFormat.IPV4, options);
        }
        try {
            return openBound(SocketAddressFormat.IPV6, options);
        } catch (final NativeException e) {
            final boolean noIpv6 = e.errno() == LibC.EAFNOSUPPORT || e.errno() == LibC.EADDRNOTAVAIL;
            if (!noIpv6 || options.bindAddress().isPresent()) {
                throw e;
            }
            return openBound(SocketAddressFormat.IPV4, options);
        }
    }

    private static LinuxSocket openBound(final SocketAddressFormat format, final TransportOptions options)
        throws PortInUseException {
        final LinuxSocket socket = new LinuxSocket(format);
        try {
            configure(socket, options);
            socket.bind(localAddress(format, options, options.port()));
            return socket;
        } catch (final NativeException e) {
            socket.close();
            if (e.errno() == LibC.EADDRINUSE) {
                throw new PortInUseException(options.port(), e);
            }
            throw e;
        }
    }

    /** The socket for protocol messages. When this fails, the first one goes on receiving everything. */
    private static LinuxSocket openSecond(
        final LinuxSocket first, final TransportOptions options, final BpfInstruction... steering) {
        final LinuxSocket second = new LinuxSocket(first.format());
        try {
            configure(second, options);
            first.set(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 1);
            second.set(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 1);
            second.bind(localAddress(first.format(), options, first.localPort()));
            first.attach(steering);
            return second;
        } catch (final NativeException e) {
            second.close();
            first.set(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 0);
            throw e;
        }
    }

    LinuxSocket audio() {
        return audio;
    }

    /** The same as {@link #audio()} when not steered. */
    LinuxSocket control() {
        return control;
    }

    int port() {
        return port;
    }

    int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    String describe() {
        final String families = audio.format() == SocketAddressFormat.IPV6 ? "IPv4 and IPv6" : "IPv4 only";
        return "UDP port " + port + ", " + families + ", receive buffer " + receiveBufferBytes + " bytes, " + steering;
    }

    @Override
    public void close() {
        control.close();
        audio.close();
    }

    private static void configure(final LinuxSocket socket, final TransportOptions options) {
        if (socket.format() == SocketAddressFormat.IPV6) {
            socket.set(LibC.IPPROTO_IPV6, LibC.IPV6_V6ONLY, 0);
            socket.set(LibC.IPPROTO_IPV6, LibC.IPV6_TCLASS, options.trafficClass());
        }
        // Also on an IPv6 socket: it governs what goes to v4-mapped addresses.
        socket.set(LibC.IPPROTO_IP, LibC.IP_TOS, options.trafficClass());
        socket.setBuffer(LibC.SO_RCVBUFFORCE, LibC.SO_RCVBUF, options.receiveBufferBytes());
        socket.setBuffer(LibC.SO_SNDBUFFORCE, LibC.SO_SNDBUF, SEND_BUFFER_BYTES);
    }

    private static PeerAddress localAddress(
        final SocketAddressFormat format, final TransportOptions options, final int port) {
        if (options.bindAddress().isPresent()) {
            return new PeerAddress(new InetSocketAddress(options.bindAddress().get(), port));
        }
        return format == SocketAddressFormat.IPV4 ? PeerAddress.ofIpv4(0, port) : new PeerAddress(0, 0, port, 0);
    }
}
