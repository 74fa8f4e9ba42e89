package tutti.server;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import tutti.mixer.MixKernels;
import tutti.opus.OpusCodec;
import tutti.server.events.EventLog;
import tutti.transport.LinuxTransport;
import tutti.transport.TransportOptions;

/**
 * Lets a small band play to a second server in this process, on a port of the loopback interface, while nobody is
 * connected to the real one. Code that has never run is slow: until the JIT compiler is done with it a frame can take
 * longer than there is time for, and when a server is restarted everybody comes back in the same second. What the band
 * plays makes the compiler do its work before that.
 * <p>
 * The rehearsal ends after {@link #NANOS}, or when the first musician is there: then the real server needs the core.
 */
final class Rehearsal {

    /** Longest rehearsal in ns; the compiler is through with everything that runs each frame by then. */
    static final long NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final int MUSICIANS = 24;
    private static final long FRAME_NANOS = 2_666_667;

    private final OpusCodec codec;
    private final int workers;
    private volatile boolean ended;

    private Rehearsal(final OpusCodec codec, final int workers) {
        this.codec = codec;
        this.workers = workers;
    }

    /**
     * Starts a rehearsal on threads of its own.
     *
     * @param codec the process's codec.
     * @param withWorker whether a worker helps the second server's frame thread, as in the real one.
     * @return the rehearsal.
     */
    static Rehearsal start(final OpusCodec codec, final boolean withWorker) {
        final Rehearsal rehearsal = new Rehearsal(codec, withWorker ? 1 : 0);
        Thread.ofPlatform().daemon().name("rehearsal-band").start(rehearsal::run);
        return rehearsal;
    }

    /**
     * Ends the rehearsal, if it has not ended by itself. Returns at once. May be called by any thread, repeatedly too.
     */
    void end() {
        ended = true;
    }

    private void run() {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            final LinuxTransport transport = LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback));
            final MixKernels[] kernels = new MixKernels[1 + workers];
            Arrays.setAll(kernels, thread -> MixKernels.scalar());
            final TuttiServer stage = new TuttiServer(config(workers), codec, failures -> transport, kernels,
                ServerMonitor.create(), new EventLog(SystemEpochClock.INSTANCE), SystemNanoClock.INSTANCE,
                SystemEpochClock.INSTANCE);
            Thread.ofPlatform().daemon().name("rehearsal-stage").start(stage::serve);
            try (RehearsalBand band =
                RehearsalBand.open(loopback, transport.localPort(), MUSICIANS, codec)) {
                play(band);
            } finally {
                stage.requestStop();
            }
        } catch (final IOException e) {
            System.err.println("warning: no rehearsal, the first frames will be slow: " + e.getMessage());
        }
    }

    private void play(final RehearsalBand band) throws IOException {
        final long start = System.nanoTime();
        for (long due = start; !ended && due - start < NANOS; due += FRAME_NANOS) {
            band.playFrame();
            final long pause = due + FRAME_NANOS - System.nanoTime();
            if (pause > 0) {
                LockSupport.parkNanos(pause);
            }
        }
    }

    private static ServerConfig config(final int workers) {
        return new ServerConfig(0, Optional.empty(), true, true, 0, ServerConfig.ReceiveMode.BATCH,
            ServerConfig.TransportKind.LINUX, MUSICIANS, false, OptionalInt.empty(), workers, List.of(), false, 0, 0,
            Optional.empty(), "", 0);
    }
}
