package tutti.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SystemEpochClock;
import tutti.mixer.WarmingMixKernels;
import tutti.opus.OpusCodec;
import tutti.server.admin.LoopSwitch;
import tutti.server.events.EventLog;
import tutti.server.events.EventPrinter;
import tutti.server.events.LogWriter;
import tutti.server.stats.Counter;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;
import tutti.transport.LinuxTransport;
import tutti.transport.TransportOptions;

/**
 * Lets a small band play to a second server in this process, on a port of the loopback interface, while nobody is
 * connected to the real one. Code that has never run is slow: until the JIT compiler is done with it a frame can take
 * longer than there is time for, and when a server is restarted everybody comes back in the same second. What the band
 * plays makes the compiler do its work before that.
 * <p>
 * The rehearsal ends when the compiler has come to rest, after {@link #LONGEST_SECONDS}, or when the first musician is
 * there: then the real server needs the core. The log says which.
 */
final class Rehearsal {

    /** Longest rehearsal, in s. */
    static final int LONGEST_SECONDS = 40;

    private static final int MUSICIANS = 8;

    /**
     * What runs once a frame is worth compiling to the compiler after some ten thousand frames. At the musicians' own
     * tempo that would take most of a minute. At a tempo that one core cannot keep up with, the stage would never be
     * seen to be in time.
     */
    private static final int TEMPO = 6;
    private static final long FRAME_NANOS = 8_000_000 / 3 / TEMPO;
    private static final int FRAMES_PER_EPISODE = 500;
    private static final int BLOCKS_PER_EPISODE = 1500;
    private static final int EPISODES_PER_STOP = 8;

    /** The stage's frames without which the compiler may be at rest only because it has not seen everything yet. */
    private static final long LEAST_FRAMES = 30_000;
    private static final long SWITCH_PATIENCE_MILLIS = 1_000;

    private static final LogWriter NO_LOG =
        new LogWriter(new PrintStream(OutputStream.nullOutputStream()), ZoneOffset.UTC);

    private final OpusCodec codec;
    private final ServerConfig real;
    private final Consumer<String> log;
    private final Runnable whenCompiled;
    private final ServerMonitor monitor = ServerMonitor.create();
    private final CompilerRest rest = CompilerRest.ofThisProcess();
    private final JitterEtude etude = new JitterEtude();
    private final Histogram scratch = FrameStats.newHistogram();
    private InetAddress address;
    private volatile boolean ended;

    private Rehearsal(final OpusCodec codec, final ServerConfig real, final Consumer<String> log,
        final Runnable whenCompiled) {
        this.codec = codec;
        this.real = real;
        this.log = log;
        this.whenCompiled = whenCompiled;
    }

    /**
     * Starts a rehearsal on threads of its own.
     *
     * @param codec the process's codec.
     * @param real what the real server was asked for.
     * @param log takes a line about how it ended.
     * @param whenCompiled is done on the rehearsal's thread once the compiler is at rest, however the rehearsal ended.
     * @return the rehearsal.
     */
    static Rehearsal start(final OpusCodec codec, final ServerConfig real, final Consumer<String> log,
        final Runnable whenCompiled) {
        final Rehearsal rehearsal = new Rehearsal(codec, real, log, whenCompiled);
        Thread.ofPlatform().daemon().name("rehearsal-band").start(rehearsal::run);
        return rehearsal;
    }

    /**
     * Ends the rehearsal, if it has not ended by itself. Returns at once. May be called by any thread, repeatedly too.
     */
    void end() {
        ended = true;
    }

    private void rehearse() throws InterruptedException {
        try {
            final LinuxTransport transport = openTransport();
            final ServerConfig config = config();
            final EventLog events = new EventLog(SystemEpochClock.INSTANCE);
            final TuttiServer stage = new TuttiServer(config, codec, failures -> transport,
                WarmingMixKernels.start(1 + config.workers()), monitor, events, ServerClocks.ofTempo(TEMPO));
            Thread.ofPlatform().daemon().name("rehearsal-stage").start(stage::serve);
            try (EventPrinter unread = new EventPrinter(events, NO_LOG).start();
                RehearsalBand band = RehearsalBand.gather(new InetSocketAddress(address, transport.localPort()),
                Math.min(MUSICIANS, config.maxClients()), config.maxClients(), codec)) {
                play(band);
            } finally {
                stage.requestStop();
            }
        } catch (final IOException e) {
            log.accept("warning: no rehearsal, the first frames will be slow: " + e.getMessage());
        }
    }

    private void run() {
        try {
            rehearse();
            // While there is still much to compile, frames get fast sooner when the compiler may work.
            while (!rest.isReached()) {
                TimeUnit.SECONDS.sleep(1);
            }
            whenCompiled.run();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(final RehearsalBand band) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        int frames = 0;
        for (long due = start; !ended; due += FRAME_NANOS) {
            band.playFrame();
            frames++;
            if (frames % FRAMES_PER_EPISODE == 0) {
                visit(frames / FRAMES_PER_EPISODE);
            }
            final long now = System.nanoTime();
            if (rest.isReached() && monitor.counters().get(Counter.FRAMES) >= LEAST_FRAMES) {
                say(now - start, "the code of the frames is compiled");
                return;
            }
            if (now - start > TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
                say(now - start, "that is the longest; the compiler is still at work");
                return;
            }
            if (due + FRAME_NANOS - now > 0) {
                LockSupport.parkNanos(due + FRAME_NANOS - now);
            }
        }
        say(System.nanoTime() - start, "cut short by the first musician; it may be a minute to full speed");
    }

    /**
     * Does what networks, machines and operators may do: delays packets, stops everything for so long that frames have
     * to be skipped, looks at the figures, uses the switches.
     */
    private void visit(final int episode) throws InterruptedException {
        etude.play(BLOCKS_PER_EPISODE);
        if (episode % EPISODES_PER_STOP == 0) {
            // The collector stops all threads for ten times the length of a frame on the stage.
            System.gc();
        }
        for (final Timing timing : Timing.values()) {
            monitor.frameStats().copySinceStart(timing, scratch);
        }
        try {
            monitor.commands().set(LoopSwitch.BATCH_SEND, episode % 4 != 0, SWITCH_PATIENCE_MILLIS);
            monitor.commands().set(LoopSwitch.SHARED_MIX, episode % 8 != 0, SWITCH_PATIENCE_MILLIS);
            monitor.commands().set(LoopSwitch.DECODE_AHEAD, episode % 8 != 4, SWITCH_PATIENCE_MILLIS);
        } catch (final TimeoutException e) {
            // The machine is very busy. The switches are used again in the next episode.
        }
    }

    private void say(final long nanos, final String outcome) {
        log.accept(String.format(Locale.ROOT, "rehearsal over after %.1f s: %s", nanos / 1e9, outcome));
    }

    /** Opens the stage's socket, of the address family that the real one has, because each has code of its own. */
    private LinuxTransport openTransport() throws IOException {
        final InetAddress ipv4 = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        if (real.bindAddress().orElse(null) instanceof Inet4Address) {
            return open(ipv4);
        }
        try {
            return open(InetAddress.getByName("::1"));
        } catch (final IOException noIpv6) {
            return open(ipv4);
        }
    }

    private LinuxTransport open(final InetAddress loopback) throws IOException {
        address = loopback;
        return LinuxTransport.open(TransportOptions.onPort(0).withBindAddress(loopback)
            .withBatchReceive(real.receiveMode() == ServerConfig.ReceiveMode.BATCH));
    }

    /** The stage: as large as the real server, but with one worker to stand for any number. */
    private ServerConfig config() {
        return new ServerConfig(0, Optional.empty(), true, true, true, real.maxHoldMicros(), real.receiveMode(),
            ServerConfig.TransportKind.LINUX, real.maxClients(), false, OptionalInt.empty(),
            Math.min(1, real.workers()), List.of(), false, 0, 0, Optional.empty(), "", 0);
    }
}
