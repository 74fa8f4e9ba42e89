package tutti.fleet;

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
    /** The clock of a client that measures latency drifts through all phases of a packet of 128 samples in 18 s. */
    private static final double LATENCY_PPM = 150;
    /** Without a protocol nobody is faded in; this is for buffers to fill. */
    private static final long SETTLING_WITHOUT_PROTOCOL_NANOS = 1_000_000_000L;

    private final FleetOptions options;
    private final Arena arena = Arena.ofShared();
    private final ClientSockets sockets;
    private final FleetClient[] clients;
    private final Histogram roundTrips = new Histogram(LONGEST_PING_NANOS, DIGITS);
    private final Histogram latencies = new Histogram(LONGEST_LATENCY_NANOS, DIGITS);
    private final SplittableRandom random;
    private final Tolerance tolerance;
    private final RunControl control;
    private final FleetLoop loop;
    private volatile Throwable failure;

    /**
     * Codes all tones and opens all sockets.
     *
     * @throws tutti.opus.OpusUnavailableException when there is no usable libopus
     * @throws tutti.libc.NativeException          when the system gives no sockets
     * @throws IllegalArgumentException            when the codec is too coarse to tell so many tones apart
     */
    Fleet(final FleetOptions options) {
        this.options = options;
        final OpusCodec codec = new OpusCodec(OpusLibrary.find(options.opusLibrary()));
        final TonePlan plan = TonePlan.of(options.clients(), options.muted());
        final CodedTones tones = new CodedTones(arena, codec, options.format(), plan);
        this.tolerance = options.verifiers() == 0 ? null : calibrate(codec, plan, tones);
        this.sockets = new ClientSockets(options.server(), options.clients());
        this.random = new SplittableRandom(options.seed());
        this.clients = new FleetClient[options.clients()];
        final long start = System.nanoTime();
        for (int i = 0; i < clients.length; i++) {
            clients[i] = client(i, codec, plan, tones, start);
        }
        final long fadeIn = options.handshake() ? RunControl.FADE_IN_NANOS : SETTLING_WITHOUT_PROTOCOL_NANOS;
        final RunTimes times =
                new RunTimes(clients.length, options.ramp().toNanos(), fadeIn, options.counted().toNanos());
        this.control = new RunControl(clients, times);
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
        final ClientSocket socket = new ClientSocket(sockets, number);
        final Ear ear = ear(number, plan);
        final Listener listener = ear == null ? null : new Listener(arena, codec, options.format(), ear);
        final Voice voice = ear instanceof LatencyMeter meter
                ? new BurstVoice(arena, codec, options.format(), meter, random.split())
                : new LoopedTone(tones, number);
        if (!options.handshake()) {
            return new FleetClient(number, options.format(), voice, socket, null, null, listener);
        }
        final ClientProtocol protocol = new ClientProtocol(number, plan, options.format(), options.gains(),
                memory(ClientProtocol.memoryBytes()), socket);
        final long phase = PingMeter.PERIOD_NANOS * number / options.clients();
        final PingMeter pings =
                new PingMeter(memory(Frame.OVERHEAD + Ping.BODY_LENGTH), roundTrips, startNanos + phase);
        return new FleetClient(number, options.format(), voice, socket, protocol, pings, listener);
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
        while (!thread.join(Duration.ofMillis(PROGRESS_MILLIS))) {
            progress.update(control.live());
        }
        progress.update(control.live());
        progress.clear();
        if (failure != null) {
            throw new IllegalStateException("the fleet's thread died", failure);
        }
        return new SummaryBuilder(options, control, loop, clients, roundTrips, latencies, tolerance).build();
    }

    /** Ends the run before its time, in good order: the clients say farewell. Any thread may call it. */
    void requestStop() {
        control.requestStop();
    }

    @Override
    public void close() {
        sockets.close();
        arena.close();
    }
}
