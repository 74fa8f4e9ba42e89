package tutti.server;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tutti.mixer.MixKernels;
import tutti.mixer.WarmingMixKernels;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.transport.PeerAddress;

/**
 * A server on a clock that moves only while the server sleeps, so that every test takes the same turns. Its network is
 * in memory, or, where the real system calls matter, sockets on the loopback interface.
 */
final class Rig implements AutoCloseable {

    /** One frame in ns, rounded down, so that running one frame takes one turn of the loop. */
    static final long FRAME_NANOS = 2_666_666;

    /** One way through the network, in ns. */
    static final long TRAVEL_NANOS = 100_000;

    private static OpusCodec processCodec;

    final ManualClock clock = new ManualClock();
    final MemoryTransport network;
    private final SteppedTransport stepped;
    private final LoopbackPeers sockets;
    final ServerMonitor monitor = ServerMonitor.create();
    final TuttiServer server;
    final OpusCodec codec;
    private final Map<PeerAddress, MemoryTransport.Listener> peers = new HashMap<>();
    private final ThreadMXBean allocations = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long[] workerIds;
    private long allocatedBytes;

    Rig(final int maxClients) {
        this(maxClients, "");
    }

    Rig(final int maxClients, final String welcome) {
        this(config(maxClients, welcome, true), false);
    }

    /** A server that shares mixes among those who hear the same, or does not. */
    Rig(final int maxClients, final boolean sharedMix) {
        this(config(maxClients, "", sharedMix), false);
    }

    /** A server that lets no packet wait longer than given, in us, or until the frame's end if 0. */
    Rig(final int maxClients, final boolean sharedMix, final int maxHoldMicros) {
        this(config(maxClients, "", sharedMix, maxHoldMicros, 0), false);
    }

    /** A server whose frame thread has help. */
    static Rig withWorkers(final int maxClients, final int workers) {
        return new Rig(config(maxClients, "", true, 0, workers), false);
    }

    /** A server on real sockets of the loopback interface. */
    static Rig onLoopback(final int maxClients) {
        return onLoopback(maxClients, 0);
    }

    /** The same, with a frame thread that has help. */
    static Rig onLoopback(final int maxClients, final int workers) {
        return new Rig(config(maxClients, "", true, 0, workers), true);
    }

    private Rig(final ServerConfig config, final boolean loopback) {
        network = loopback ? null : new MemoryTransport(clock);
        try {
            stepped = loopback ? SteppedTransport.open(clock) : null;
            sockets = loopback ? new LoopbackPeers(stepped.localPort()) : null;
            server = new TuttiServer(config, codec(), failures -> loopback ? stepped : network,
                loopback ? WarmingMixKernels.start(1 + config.workers()) : scalarKernels(1 + config.workers()), monitor,
                new EventLog(clock), new ServerClocks(clock, clock, 1));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        codec = codec();
        workerIds = Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("worker-")).mapToLong(Thread::threadId).toArray();
        if (!loopback) {
            network.setListener(this::hand);
        }
    }

    /** Scalar kernels for some threads. */
    static MixKernels[] scalarKernels(final int threads) {
        final MixKernels[] kernels = new MixKernels[threads];
        Arrays.setAll(kernels, thread -> MixKernels.scalar());
        return kernels;
    }

    static ServerConfig config(final int maxClients, final String welcome, final boolean sharedMix) {
        return config(maxClients, welcome, sharedMix, 0, 0);
    }

    private static ServerConfig config(final int maxClients, final String welcome, final boolean sharedMix,
        final int maxHoldMicros, final int workers) {
        return new ServerConfig(22124, Optional.empty(), true, sharedMix, true, maxHoldMicros,
            ServerConfig.ReceiveMode.BATCH, ServerConfig.TransportKind.AUTO, maxClients, true, OptionalInt.empty(),
            workers, List.of(), false, 32, 0, Optional.empty(), welcome, 0);
    }

    private void hand(final PeerAddress to, final byte[] datagram) {
        final MemoryTransport.Listener peer = peers.get(to);
        if (peer != null) {
            peer.onSent(to, datagram);
        }
    }

    /** The codec of this machine's libopus, found and probed once: there can be one in a process. */
    static synchronized OpusCodec codec() {
        if (processCodec == null) {
            processCodec = new OpusCodec(OpusLibrary.find(Optional.empty()));
        }
        return processCodec;
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
        if (sockets == null) {
            network.schedule(clock.nanoTime() + TRAVEL_NANOS, from, datagram);
        } else {
            sockets.send(from, datagram);
        }
    }

    /** Lets it take some time to receive audio, so that the server begins sooner with it. */
    void setReceiveNanos(final long nanos) {
        if (stepped == null) {
            network.setReceiveNanos(nanos);
        } else {
            stepped.setReceiveNanos(nanos);
        }
    }

    /** Turns the loop until some time has passed. */
    void run(final long nanos) {
        final long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() - end < 0) {
            turn();
        }
    }

    /** Turns the loop once. */
    void turn() {
        final long before = allocations.getCurrentThreadAllocatedBytes();
        server.loop().turn();
        allocatedBytes += allocations.getCurrentThreadAllocatedBytes() - before;
        if (sockets != null) {
            sockets.receive(this::hand);
        }
    }

    /** Turns the loop once, while every reading of the clock takes some time. */
    void turnSlowly(final long nanosPerReading) {
        clock.setStepNanos(nanosPerReading);
        server.loop().turn();
        clock.setStepNanos(0);
    }

    /** Turns the loop for some frames' time. */
    void runFrames(final int frames) {
        run(frames * FRAME_NANOS);
    }

    /** Bytes the loop's own turns have allocated, and all worker threads. */
    long allocatedBytes() {
        return allocatedBytes + Arrays.stream(allocations.getThreadAllocatedBytes(workerIds)).sum();
    }

    /** Worker threads there are. */
    int workers() {
        return workerIds.length;
    }

    @Override
    public void close() {
        server.requestStop();
        server.serve();
        if (sockets != null) {
            sockets.close();
        }
    }

    long count(final Counter counter) {
        return monitor.counters().get(counter);
    }
}
