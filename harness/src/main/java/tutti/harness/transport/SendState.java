package tutti.harness.transport;

import java.io.IOException;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import tutti.transport.DatagramTransport;
import tutti.transport.LinuxTransport;
import tutti.transport.PortableTransport;
import tutti.transport.TransportOptions;

/** A frame to be sent by a server socket; after each sending the clients' sockets are emptied. */
@State(Scope.Thread)
public abstract class SendState {

    /** Datagrams in the frame, each to another client. */
    @Param({"1", "10", "40", "150"})
    public int datagrams;

    DatagramTransport transport;
    OutgoingFrame frame;

    abstract DatagramTransport open(TransportOptions options) throws IOException;

    /** Opens the sockets. */
    @Setup(Level.Trial)
    public void prepare() throws IOException {
        transport = open(TransportOptions.onPort(0));
        frame = new OutgoingFrame(transport, datagrams);
    }

    /** Empties the clients' sockets: not one datagram may be missing. */
    @TearDown(Level.Invocation)
    public void drain() {
        frame.drain();
    }

    /** Closes the sockets. */
    @TearDown(Level.Trial)
    public void close() {
        frame.close();
    }

    /** Sends with {@code sendmmsg} or {@code sendmsg}. */
    public static class Linux extends SendState {
        @Override
        DatagramTransport open(final TransportOptions options) throws IOException {
            return LinuxTransport.open(options);
        }
    }

    /** Sends with the JDK's {@code DatagramChannel}. */
    public static class Portable extends SendState {
        @Override
        DatagramTransport open(final TransportOptions options) throws IOException {
            return PortableTransport.open(options);
        }
    }
}
