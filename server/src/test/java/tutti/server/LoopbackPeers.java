package tutti.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import tutti.transport.PeerAddress;

/** Test clients' sockets: one for each address a test uses as a name. */
final class LoopbackPeers implements AutoCloseable {

    private final InetSocketAddress server;
    private final Map<PeerAddress, DatagramChannel> channels = new LinkedHashMap<>();
    private final ByteBuffer received = ByteBuffer.allocateDirect(65_536);

    LoopbackPeers(final int serverPort) {
        server = new InetSocketAddress("127.0.0.1", serverPort);
    }

    void send(final PeerAddress from, final byte[] datagram) {
        try {
            channel(from).write(ByteBuffer.wrap(datagram));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands on what has arrived for any of them. */
    void receive(final MemoryTransport.Listener listener) {
        for (final Map.Entry<PeerAddress, DatagramChannel> peer : channels.entrySet()) {
            try {
                while (peer.getValue().read(received.clear()) > 0) {
                    final byte[] datagram = new byte[received.flip().remaining()];
                    received.get(datagram);
                    listener.onSent(peer.getKey(), datagram);
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private DatagramChannel channel(final PeerAddress name) throws IOException {
        DatagramChannel channel = channels.get(name);
        if (channel == null) {
            channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress("127.0.0.1", 0)).connect(server);
            channel.configureBlocking(false);
            channels.put(new PeerAddress(name), channel);
        }
        return channel;
    }

    @Override
    public void close() {
        for (final DatagramChannel channel : channels.values()) {
            try {
                channel.close();
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
