package tutti.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.transport.PeerAddress;

/** A server on a network in memory and a clock that moves only while the server sleeps: every test takes the same turns. */
final class Rig {

    /** One frame in ns, rounded down, so that running one frame takes one turn of the loop. */
    static final long FRAME_NANOS = 2_666_666;

    /** One way through the network, in ns. */
    static final long TRAVEL_NANOS = 100_000;

    private static OpusLibrary opus;

    final ManualClock clock = new ManualClock();
    final MemoryTransport network = new MemoryTransport(clock);
    final ServerMonitor monitor = ServerMonitor.create();
    final TuttiServer server;
    final OpusCodec codec;
    private final Map<PeerAddress, MemoryTransport.Listener> peers = new HashMap<>();

    Rig(final int maxClients) {
        this(maxClients, "");
    }

    Rig(final int maxClients, final String welcome) {
        this(new ServerConfig(22124, Optional.empty(), true, ServerConfig.ReceiveMode.BATCH,
            ServerConfig.TransportKind.AUTO, maxClients, OptionalInt.empty(), false, 32, 0, Optional.empty(), welcome, 0));
    }

    Rig(final ServerConfig config) {
        try {
            server = TuttiServer.openForTest(config, opus(), failures -> network, monitor, new EventLog(clock), clock,
                clock);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        codec = new OpusCodec(opus());
        network.setListener((to, datagram) -> {
            final MemoryTransport.Listener peer = peers.get(to);
            if (peer != null) {
                peer.onSent(to, datagram);
            }
        });
    }

    /** The libopus of this machine, found and probed once. */
    static synchronized OpusLibrary opus() {
        if (opus == null) {
            opus = OpusLibrary.find(Optional.empty());
        }
        return opus;
    }

    /** A loopback address. */
    static PeerAddress address(final int port) {
        return new PeerAddress(new InetSocketAddress("127.0.0.1", port));
    }

    /** Has a peer hear what is sent to its address. */
    void listen(final PeerAddress address, final MemoryTransport.Listener listener) {
        peers.put(address, listener);
    }

    /** Has a datagram arrive after one way through the network. */
    void send(final PeerAddress from, final byte[] datagram) {
        network.schedule(clock.nanoTime() + TRAVEL_NANOS, from, datagram);
    }

    /** Turns the loop until some time has passed. */
    void run(final long nanos) {
        final long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() - end < 0) {
            server.loop().turn();
        }
    }

    /** Turns the loop for some frames' time. */
    void runFrames(final int frames) {
        run(frames * FRAME_NANOS);
    }

    long count(final Counter counter) {
        return monitor.counters().get(counter);
    }
}
