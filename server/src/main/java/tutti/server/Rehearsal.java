package tutti.server;

import java.io.IOException;
import java.net.InetAddress;
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
 * Lets a small band play to a second server in this process, on a port of the loopback interface, while nobody is connected
 * to the real one. Code that has never run is slow: until the JIT compiler is done with it a frame can take longer than
 * there is time for, and when a server is restarted everybody comes back in the same second. What the band plays makes the
 * compiler do its work before that.
 * <p>
 * The rehearsal ends after {@link #NANOS}, or when the first musician is there: then the real server needs the core.
 */
final class Rehearsal {

    /** Longest rehearsal in ns; the compiler is through with everything that runs each frame by then. */
    static final long NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final int MUSICIANS = 24;
    private static final long FRAME_NANOS = 2_666_667;

    private final OpusCodec codec;
    private volatile boolean ended;

    private Rehearsal(final OpusCodec codec) {
        this.codec = codec;
    }

    /**
     * Starts a rehearsal on threads of its own.
     *
     * @param codec the process's codec.
     * @return the rehearsal.
     */
    static Rehearsal start(final OpusCodec codec) {
        final Rehearsal rehearsal = new Rehearsal(codec);
        Thread.ofPlatform().daemon().name("rehearsal-band").start(rehearsal::run);
        return rehearsal;
    }

    /** Ends the rehearsal, if it has not ended by itself. Returns at once. May be called by any thread, repeatedly too. */
    void end() {
        ended = true;
    }

    private void run() {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            final LinuxTransport transport = LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback));
            final TuttiServer stage = new TuttiServer(config(), codec, failures -> transport, MixKernels.scalar(),
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

    private static ServerConfig config() {
        return new ServerConfig(0, Optional.empty(), true, true, 0, ServerConfig.ReceiveMode.BATCH,
            ServerConfig.TransportKind.LINUX, MUSICIANS, false, OptionalInt.empty(), false, 0, 0, Optional.empty(), "", 0);
    }
}
