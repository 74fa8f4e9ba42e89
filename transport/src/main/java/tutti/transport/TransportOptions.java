package tutti.transport;

import java.net.InetAddress;
import java.util.Objects;
import java.util.Optional;

/**
 * How a transport is opened.
 *
 * @param port UDP port, 0 to 65535; 0 lets the kernel choose
 * @param bindAddress local address to receive on; empty for all addresses of the machine, IPv4 and IPv6
 * @param receiveBufferBytes how much the kernel is asked to queue per socket, in bytes of its own accounting (a small
 *     datagram costs about 768); what was granted is told by {@link DatagramTransport#receiveBufferBytes()}
 * @param trafficClass the TOS byte of outgoing datagrams (DSCP x 4), 0 to 255
 * @param batchReceive true takes all waiting datagrams with one system call, false uses one call for each
 * @param steering whether to try to have the kernel sort messages and audio into two sockets (see {@link Lane})
 */
public record TransportOptions(
    int port,
    Optional<InetAddress> bindAddress,
    int receiveBufferBytes,
    int trafficClass,
    boolean batchReceive,
    boolean steering) {

    /** 4 MiB: 150 clients fill 115 kB a frame, so this bridges a stall of about 90 ms. */
    public static final int DEFAULT_RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

    private static final int MAX_PORT = 0xFFFF;
    private static final int MAX_TRAFFIC_CLASS = 0xFF;

    /** @throws IllegalArgumentException if a value is out of its range */
    public TransportOptions {
        Objects.requireNonNull(bindAddress, "bindAddress");
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 0 to " + MAX_PORT + ": " + port);
        }
        if (receiveBufferBytes <= 0) {
            throw new IllegalArgumentException("receiveBufferBytes must be positive: " + receiveBufferBytes);
        }
        if (trafficClass < 0 || trafficClass > MAX_TRAFFIC_CLASS) {
            throw new IllegalArgumentException("trafficClass must be 0 to " + MAX_TRAFFIC_CLASS + ": " + trafficClass);
        }
    }

    /** All addresses, 4 MiB of receive buffer, ordinary traffic class, batched receive, steered. */
    public static TransportOptions onPort(final int port) {
        return new TransportOptions(port, Optional.empty(), DEFAULT_RECEIVE_BUFFER_BYTES, 0, true, true);
    }

    /** The same options, receiving on this address alone. */
    public TransportOptions withBindAddress(final InetAddress address) {
        return new TransportOptions(
            port, Optional.of(address), receiveBufferBytes, trafficClass, batchReceive, steering);
    }

    /** The same options with another receive buffer request, in bytes. */
    public TransportOptions withReceiveBufferBytes(final int bytes) {
        return new TransportOptions(port, bindAddress, bytes, trafficClass, batchReceive, steering);
    }

    /** The same options with another TOS byte. */
    public TransportOptions withTrafficClass(final int tos) {
        return new TransportOptions(port, bindAddress, receiveBufferBytes, tos, batchReceive, steering);
    }

    /** The same options with batched receive on or off. */
    public TransportOptions withBatchReceive(final boolean batched) {
        return new TransportOptions(port, bindAddress, receiveBufferBytes, trafficClass, batched, steering);
    }

    /** The same options with steering allowed or not. */
    public TransportOptions withSteering(final boolean steered) {
        return new TransportOptions(port, bindAddress, receiveBufferBytes, trafficClass, batchReceive, steered);
    }
}
