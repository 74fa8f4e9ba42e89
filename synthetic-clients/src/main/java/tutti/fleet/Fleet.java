package tutti.fleet;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.protocol.Frame;
import tutti.protocol.Ping;

/** One run: builds the clients, lets them play, and tells what happened. */
final class Fleet implements AutoCloseable {

    private static final long PROGRESS_MILLIS = 50;
    private static final long LONGEST_LATENCY_NANOS = 2_000_000_000L;
    private static final long LONGEST_PING_NANOS = 10_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    /** The clock of a client that measures latency drifts through all phases of a packet of 128 samples in 18 s. */
    private static final double LATENCY_PPM = 150;
    /** Without a protocol nobody is faded in; this is for buffers to fill. */
    private static final long SETTLING_WITHOUT_PROTOCOL_NANOS = 1_000_000_000L;

    private final FleetOptions options;
    private final Arena arena = Arena.ofShared();
    private final ClientSockets sockets;
    private final FleetClient[] clients;
    private final ClientMemory[] memories;
    private final Histogram roundTrips = new Histogram(LONGEST_PING_NANOS, DIGITS);
    private final Histogram latencies = new Histogram(LONGEST_LATENCY_NANOS, DIGITS);
    private final SplittableRandom random;
    private final Tolerance tolerance;
    private final Churn churn;
    private final Flood flood;
    private final RunControl control;
    private final FleetLoop loop;
    private volatile Throwable failure;

    /**
     * What a client needs off-heap; it outlives the client's visits.
     *
     * @param protocol for its messages
     * @param ping     for its pings
     * @param held     for an audio datagram that is kept back
     */
    private record ClientMemory(UnsafeBuffer protocol, UnsafeBuffer ping, UnsafeBuffer held) {
    }

    /**
     * Codes all tones and opens all sockets.
     *
     * @throws tutti.opus.OpusUnavailableException when there is no usable libopus
     * @throws tutti.libc.NativeException          when the system gives no sockets
     * @throws IllegalArgumentException            when the codec is too coarse to tell so many tones apart
     * @throws IOException                         when the system gives no sockets for the flood
     */
    Fleet(final FleetOptions options) throws IOException {
        this.options = options;
        final OpusCodec codec = new OpusCodec(OpusLibrary.find(options.opusLibrary()));
        final TonePlan plan = TonePlan.of(options.clients(), options.muted());
        final CodedTones tones = new CodedTones(arena, codec, options.format(), plan);
        this.tolerance = options.verifiers() == 0 ? null : calibrate(codec, plan, tones);
        this.sockets = new ClientSockets(options.server(), options.clients());
        this.random = new SplittableRandom(options.seed());
        this.flood = options.hardship().floodPerSecond() == 0
                ? null
                : new Flood(options.server(), options.hardship().floodPerSecond(), random.split());
        this.clients = new FleetClient[options.clients()];
        this.memories = new ClientMemory[options.clients()];
        final long start = System.nanoTime();
        for (int i = 0; i < clients.length; i++) {
            clients[i] = client(i, codec, plan, tones, start);
        }
        final long fadeIn = options.handshake() ? RunControl.FADE_IN_NANOS : SETTLING_WITHOUT_PROTOCOL_NANOS;
        final RunTimes times =
                new RunTimes(clients.length, options.ramp().toNanos(), fadeIn, options.counted().toNanos());
        this.churn = churn(plan, tones);
        this.control = new RunControl(clients, times, churn);
        final SlotPlan slots = new SlotPlan(options.format(), clients.length);
        this.loop = new FleetLoop(clients, slots, turns(slots), times, control);
    }

    private Tolerance calibrate(final OpusCodec codec, final TonePlan plan, final CodedTones tones) {
        final float[] gains = gainsOf(options.clients() - 1);
        final Tolerance found = Calibration.measure(codec, options.format(), plan, tones, gains);
        if (!found.resolves(plan, gains)) {
            throw new IllegalArgumentException("--verify cannot tell " + (plan.tones() - plan.muted())
                    + " tones from the noise of a codec with " + options.format().codedBytes()
                    + " bytes a block: use fewer clients or more --bytes");
        }
        return found;
    }

    private float[] gainsOf(final int listener) {
        final float[] gains = new float[options.clients()];
        for (int tone = 0; tone < gains.length; tone++) {
            gains[tone] = options.gains().gain(listener, tone);
        }
        return gains;
    }

    private FleetClient client(final int number, final OpusCodec codec, final TonePlan plan, final CodedTones tones,
            final long startNanos) {
        memories[number] = new ClientMemory(memory(ClientProtocol.memoryBytes()),
                memory(Frame.OVERHEAD + Ping.BODY_LENGTH), memory(options.format().datagramBytes(true)));
        final Ear ear = ear(number, plan);
        final Listener listener = ear == null ? null : new Listener(arena, codec, options.format(), ear);
        final Voice voice = ear instanceof LatencyMeter meter
                ? new BurstVoice(arena, codec, options.format(), meter, random.split())
                : new LoopedTone(tones, number);
        return client(new Identity(options.band(), number, 0), plan, voice, listener, startNanos);
    }

    private FleetClient client(final Identity self, final TonePlan plan, final Voice voice, final Listener listener,
            final long startNanos) {
        final int number = self.tone();
        final ClientMemory memory = memories[number];
        final ClientSocket socket = new ClientSocket(sockets, number);
        final NetworkPath path = new NetworkPath(socket, options.hardship(), random.split(), memory.held());
        if (!options.handshake()) {
            return new FleetClient(options.format(), voice, socket, path, null, null, listener);
        }
        final ClientProtocol protocol =
                new ClientProtocol(self, plan, options.format(), options.gains(), memory.protocol(), path);
        final long phase = PingMeter.PERIOD_NANOS * number / options.clients();
        final PingMeter pings = new PingMeter(memory.ping(), roundTrips, startNanos + phase);
        return new FleetClient(options.format(), voice, socket, path, protocol, pings, listener);
    }

    private Churn churn(final TonePlan plan, final CodedTones tones) {
        final double seconds = options.hardship().churnSeconds();
        if (seconds == 0) {
            return null;
        }
        return new Churn(clients, (number, visit) -> {
            sockets.reopen(number);
            return client(new Identity(options.band(), number, visit), plan, new LoopedTone(tones, number), null,
                    System.nanoTime());
        }, Math.round(seconds * NANOS_PER_SECOND), random.split());
    }

    private Ear ear(final int number, final TonePlan plan) {
        if (number < options.latency()) {
            return new LatencyMeter(options.format(), BurstVoice.AMPLITUDE, latencies);
        }
        return isVerifier(number)
                ? new ToneVerifier(number, plan, gainsOf(number), options.format().channels(), tolerance)
                : null;
    }

    /** Clients that measure latency begin anywhere in a packet's time and drift, every other one the other way. */
    private Turns turns(final SlotPlan slots) {
        final int[] first = new int[clients.length];
        final double[] ppm = new double[clients.length];
        for (int i = 0; i < clients.length; i++) {
            first[i] = slots.slotOf(i);
            ppm[i] = options.hardship().driftOf(i, clients.length);
            if (i < options.latency()) {
                first[i] = random.nextInt(slots.slots());
                ppm[i] = i % 2 == 0 ? LATENCY_PPM : -LATENCY_PPM;
            }
        }
        return new Turns(slots.slots(), first, ppm);
    }

    /** The verifiers are spread over those who play tones, and so over the time of a packet. */
    private boolean isVerifier(final int number) {
        final long verifiers = options.verifiers();
        final int players = options.clients() - options.latency();
        final int player = number - options.latency();
        return verifiers > 0 && (player + 1) * verifiers / players > player * verifiers / players;
    }

    private UnsafeBuffer memory(final int bytes) {
        final MemorySegment segment = arena.allocate(bytes, Long.BYTES);
        return new UnsafeBuffer(segment.address(), bytes);
    }

    /**
     * Runs from the first connection to the last farewell.
     *
     * @param progress shows how it goes
     * @return what was found
     */
    FleetSummary run(final ProgressLine progress) throws InterruptedException {
        final Thread thread = new Thread(loop, "fleet");
        thread.setUncaughtExceptionHandler((failed, cause) -> failure = cause);
        thread.start();
        final Thread flooding = flood == null ? null : Thread.ofPlatform().daemon().name("flood").start(flood);
        while (!thread.join(Duration.ofMillis(PROGRESS_MILLIS))) {
            progress.update(control.live());
        }
        if (flood != null) {
            flood.stop();
            flooding.join();
        }
        progress.update(control.live());
        progress.clear();
        if (failure != null) {
            throw new IllegalStateException("the fleet's thread died", failure);
        }
        return new SummaryBuilder(options, control, loop, clients, churn, flood, roundTrips, latencies, tolerance)
                .build();
    }

    /** Ends the run before its time, in good order: the clients say farewell. Any thread may call it. */
    void requestStop() {
        control.requestStop();
    }

    @Override
    public void close() throws IOException {
        if (flood != null) {
            flood.close();
        }
        sockets.close();
        arena.close();
    }
}
