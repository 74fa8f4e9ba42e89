package tutti.harness.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import tutti.harness.Expect;
import tutti.transport.DatagramTransport;
import tutti.transport.Lane;
import tutti.transport.LinuxTransport;
import tutti.transport.PeerAddress;
import tutti.transport.PortableTransport;
import tutti.transport.ReceiveBatch;
import tutti.transport.SendBatch;
import tutti.transport.TransportOptions;

/** A server socket in which a frame's audio waits, sent before each receiving. */
@State(Scope.Thread)
public abstract class ReceiveState {

    /** The server's: more than arrive in a frame, so that the receiving ends with finding nothing more. */
    private static final int SLOTS = 512;
    private static final byte AUDIO = 0x55;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Datagrams that wait. */
    @Param({"1", "10", "40", "150"})
    public int datagrams;

    private final PeerAddress sender = new PeerAddress();
    private Arena arena;
    private DatagramTransport client;
    private SendBatch toSend;
    private PeerAddress server;
    private long payload;
    private DatagramTransport transport;
    private ReceiveBatch batch;

    abstract DatagramTransport open(TransportOptions options) throws IOException;

    /** Opens the sockets. */
    @Setup(Level.Trial)
    public void prepare() throws IOException {
        arena = Arena.ofConfined();
        transport = open(TransportOptions.onPort(0));
        batch = transport.newReceiveBatch(SLOTS);
        final InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        server = new PeerAddress(new InetSocketAddress(loopback, transport.localPort()));
        client = LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback).withSteering(false));
        toSend = client.newSendBatch(datagrams, 0);
        final MemorySegment audio = arena.allocate(OutgoingFrame.DATAGRAM_BYTES);
        audio.fill(AUDIO);
        payload = audio.address();
    }

    /** Sends what is to be received. */
    @Setup(Level.Invocation)
    public void send() {
        for (int i = 0; i < datagrams; i++) {
            toSend.add(server, 0, payload, OutgoingFrame.DATAGRAM_BYTES);
        }
        Expect.equal("datagrams sent", datagrams, client.flush(toSend));
    }

    /**
     * Receives all that waits, and looks at length and sender of each.
     *
     * @return bytes received
     */
    final long receive() {
        int taken = 0;
        long bytes = 0;
        do {
            final int count = transport.receive(Lane.AUDIO, batch);
            for (int i = 0; i < count; i++) {
                bytes += batch.length(i);
                batch.sender(i, sender);
            }
            taken += count;
            // Delivery over loopback is part of the send, except when the kernel puts it off because it is busy.
            if (count == 0 && !transport.await(System.nanoTime() + PATIENCE_NANOS, true)) {
                throw new IllegalStateException(datagrams + " datagrams were sent, but " + taken + " arrived");
            }
        } while (taken < datagrams);
        return Expect.equal("bytes received", (long) datagrams * OutgoingFrame.DATAGRAM_BYTES, bytes);
    }

    /** Closes the sockets. */
    @TearDown(Level.Trial)
    public void close() {
        Expect.equal("port of the sender", client.localPort(), sender.port());
        client.close();
        transport.close();
        arena.close();
    }

    /** Receives with one {@code recvmmsg}. */
    public static class Batched extends ReceiveState {
        @Override
        DatagramTransport open(final TransportOptions options) throws IOException {
            return LinuxTransport.open(options);
        }
    }

    /** Receives with one {@code recvmsg} for each datagram. */
    public static class Single extends ReceiveState {
        @Override
        DatagramTransport open(final TransportOptions options) throws IOException {
            return LinuxTransport.open(options.withBatchReceive(false));
        }
    }

    /** Receives with the JDK's {@code DatagramChannel}. */
    public static class Portable extends ReceiveState {
        @Override
        DatagramTransport open(final TransportOptions options) throws IOException {
            return PortableTransport.open(options);
        }
    }
}
