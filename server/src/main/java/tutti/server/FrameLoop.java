package tutti.server;

import org.agrona.concurrent.NanoClock;
import tutti.server.admin.LoopCommands;
import tutti.server.admin.LoopSwitch;
import tutti.server.events.EventLog;
import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.server.stats.FrameStats;
import tutti.server.stats.Timing;
import tutti.transport.DatagramTransport;

/**
 * The frame thread, the only one unless workers were asked for: a frame every 128/48000 s.
 * <pre>
 *   sleep ──► receive ──► decode ──► mix, encode ──► flush ──► control ──┐
 *     ▲  └─ messages are answered as they come                           │
 *     └──────────────────────────────────────────────────────────────────┘
 * </pre>
 * The thread sleeps until the next frame is due; audio piles up in the kernel meanwhile and wakes nobody, a protocol
 * message is answered at once. Then the frame takes all audio there is, makes every listener's packet and sends them
 * together. Messages the server owes (repeats, lists, levels) come last, so they never delay the audio.
 * <p>
 * Nothing here or below allocates, locks, logs or throws once the server is warm.
 */
final class FrameLoop implements LoopCommands.Handler {

    /** Longest sleep while nobody is connected, in ns: commands and expiring strangers are looked after this often. */
    static final long IDLE_NANOS = 100_000_000L;

    private static final int COMMANDS_PER_TURN = 4;

    private final DatagramTransport transport;
    private final SessionTable sessions;
    private final Inbound inbound;
    private final FramePhases audio;
    private final AudioSender sender;
    private final ControlPlane control;
    private final LoopCommands commands;
    private final FrameClock frames;
    private final OverloadWatch overload;
    private final EventLog events;
    private final Admission admission;
    private final FrameStats stats;
    private final Counters counters;
    private final NanoClock clock;
    private Runnable firstMusician = () -> { };
    private volatile boolean stopping;

    FrameLoop(final DatagramTransport transport, final SessionTable sessions, final Inbound inbound,
        final FramePhases audio, final AudioSender sender, final ControlPlane control, final LoopCommands commands,
        final Admission admission, final EventLog events, final FrameStats stats, final Counters counters,
        final ServerClocks clocks) {
        this.transport = transport;
        this.sessions = sessions;
        this.inbound = inbound;
        this.audio = audio;
        this.sender = sender;
        this.control = control;
        this.commands = commands;
        this.events = events;
        this.admission = admission;
        this.stats = stats;
        this.counters = counters;
        clock = clocks.loop();
        frames = new FrameClock(clocks.tempo());
        overload = new OverloadWatch(events, counters);
    }

    /** Runs until {@link #requestStop}. */
    void run() {
        while (!stopping) {
            turn();
        }
    }

    /** Has something done on the frame thread when somebody is connected. To be called before {@link #run}. */
    void onFirstMusician(final Runnable action) {
        firstMusician = action;
    }

    /** Makes {@link #run} return after the turn it is in. May be called on any thread. */
    void requestStop() {
        stopping = true;
    }

    /**
     * One turn: a frame when somebody is connected, else a short wait for somebody to come.
     *
     * @return whether a frame was run.
     */
    boolean turn() {
        counters.increment(Counter.LOOP_TURNS);
        counters.set(Counter.WAIT_CALLS, transport.counters().waitCalls());
        counters.set(Counter.RECEIVE_CALLS, transport.counters().receiveCalls());
        commands.drain(this, COMMANDS_PER_TURN);
        if (sessions.count() == 0) {
            waitForMusicians();
            return false;
        }
        sleepUntilDue();
        frame();
        return true;
    }

    @Override
    public void onSwitch(final LoopSwitch what, final boolean on) {
        switch (what) {
            case BATCH_SEND -> sender.setBatching(on);
            case SHARED_MIX -> control.setSharedMix(on);
        }
        events.switched(what, on);
        counters.increment(Counter.COMMANDS);
    }

    private void waitForMusicians() {
        if (transport.await(clock.nanoTime() + IDLE_NANOS, true)) {
            inbound.receiveAll(clock.nanoTime());
        }
        control.betweenFrames(clock.nanoTime());
        if (sessions.count() > 0) {
            firstMusician.run();
            admission.reset();
            frames.start(clock.nanoTime());
        }
    }

    /**
     * Sleeps until the next frame is due and serves messages meanwhile, at least once when there is no time to sleep.
     */
    private void sleepUntilDue() {
        final long due = frames.deadline();
        inbound.beginFrame();
        if (clock.nanoTime() - due >= 0) {
            serveMessages();
            return;
        }
        while (transport.await(due, false)) {
            if (!serveMessages()) {
                counters.increment(Counter.CONTROL_DEFERRALS);
                transport.sleepUntil(due);
                return;
            }
        }
    }

    private boolean serveMessages() {
        final boolean budgetLeft = inbound.receiveControl(clock.nanoTime());
        control.betweenFrames(clock.nanoTime());
        return budgetLeft;
    }

    private void frame() {
        final long due = frames.deadline();
        final long begin = clock.nanoTime();
        noteLateness(begin - due, frames.begin(begin));

        audio.beginFrame();
        inbound.receiveAudio(begin);
        final long received = clock.nanoTime();
        audio.decode();
        control.dismissGone(received);
        final long decoded = clock.nanoTime();
        sender.begin();
        audio.mixAndEncode();
        final long encoded = clock.nanoTime();
        sender.finish();
        final long flushed = clock.nanoTime();
        control.afterFrame(flushed);
        final long end = clock.nanoTime();

        stats.record(Timing.RECEIVE, received - begin);
        stats.record(Timing.DECODE, decoded - received);
        stats.record(Timing.MIX, audio.mixNanos());
        stats.record(Timing.ENCODE, audio.encodeNanos());
        stats.record(Timing.FLUSH, flushed - encoded);
        stats.record(Timing.CONTROL, end - flushed);
        stats.record(Timing.FRAME, end - begin);
        if (sender.lastDeparture() != 0) {
            stats.record(Timing.HOLD_WINDOW, sender.holdNanos());
            stats.record(Timing.DEPARTURE, sender.lastDeparture() - begin);
        }
        admission.note(end - begin);
        counters.increment(Counter.FRAMES);
        if (end - begin > FrameStats.FRAME_PERIOD_NANOS) {
            counters.increment(Counter.FRAMES_OVERRUN);
        }
    }

    private void noteLateness(final long lateness, final long skipped) {
        stats.record(Timing.LATENESS, lateness);
        overload.note(skipped, frames.droppedBacklog(), sessions.count());
        if (lateness > FrameStats.FRAME_PERIOD_NANOS) {
            counters.increment(Counter.FRAMES_LATE);
        }
        if (frames.caughtUp()) {
            counters.increment(Counter.FRAMES_CAUGHT_UP);
        }
        if (skipped > 0) {
            counters.add(Counter.FRAMES_SKIPPED, skipped);
            stats.recordSkipped(lateness);
        }
    }
}
