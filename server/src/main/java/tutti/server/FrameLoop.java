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
 *                          due ─┐
 *   sleep ──► receive, decode ──┴──► receive, decode the rest ──► mix, encode ──► flush ──► control ──┐
 *     ▲  └─ messages are answered as they come                                                        │
 *     └───────────────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 * The thread sleeps; audio piles up in the kernel meanwhile and wakes nobody, a protocol message is answered at once.
 * Shortly before the frame is due, what has arrived for it is decoded ahead. Then the frame takes all audio there is,
 * makes every listener's packet and sends them together. Messages the server owes (repeats, lists, levels) come last,
 * so they never delay the audio.
 * <p>
 * Nothing here or below allocates, locks, logs or throws once the server is warm.
 */
final class FrameLoop implements LoopCommands.Handler {

    /** Longest sleep while nobody is connected, in ns: commands and expiring strangers are looked after this often. */
    static final long IDLE_NANOS = 100_000_000L;

    private static final int COMMANDS_PER_TURN = 4;

    /** Decoding ahead looks for more while the last look brought at least one in so many of the clients' blocks. */
    private static final int WORTH_ANOTHER_LOOK = 8;

    private final DatagramTransport transport;
    private final SessionTable sessions;
    private final Inbound inbound;
    private final FramePhases audio;
    private final AudioSender sender;
    private final ControlPlane control;
    private final LoopCommands commands;
    private final FrameClock frames;
    private final HeadStart headStart;
    private final OverloadWatch overload;
    private final EventLog events;
    private final Admission admission;
    private final FrameStats stats;
    private final Counters counters;
    private final NanoClock clock;
    private Runnable firstMusician = () -> { };
    private boolean mayServeMessages;
    private long receiveNanos;
    private long decodeNanos;
    private volatile boolean stopping;

    FrameLoop(final DatagramTransport transport, final SessionTable sessions, final Inbound inbound,
        final FramePhases audio, final AudioSender sender, final ControlPlane control, final LoopCommands commands,
        final Admission admission, final boolean decodeAhead, final EventLog events, final FrameStats stats,
        final Counters counters, final ServerClocks clocks) {
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
        headStart = new HeadStart(decodeAhead && audio.decodesAhead(), FrameStats.FRAME_PERIOD_NANOS / clocks.tempo());
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
        prepareFrame();
        frame();
        return true;
    }

    @Override
    public boolean onSwitch(final LoopSwitch what, final boolean on) {
        if (on && what == LoopSwitch.DECODE_AHEAD && !audio.decodesAhead()) {
            return false;
        }
        switch (what) {
            case BATCH_SEND -> sender.setBatching(on);
            case SHARED_MIX -> control.setSharedMix(on);
            case DECODE_AHEAD -> headStart.set(on);
        }
        events.switched(what, on);
        counters.increment(Counter.COMMANDS);
        return true;
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

    /** Passes the time until the next frame is due: asleep, then decoding what that frame needs. */
    private void prepareFrame() {
        final long due = frames.deadline();
        final long head = due - headStart.nanos();
        inbound.beginFrame();
        mayServeMessages = true;
        receiveNanos = 0;
        decodeNanos = 0;
        if (clock.nanoTime() - head >= 0) {
            serveMessages();
        } else {
            sleepUntil(head);
        }
        if (head != due) {
            decodeAhead(due);
            if (clock.nanoTime() - due < 0) {
                sleepUntil(due);
            }
        }
    }

    /** Sleeps until a time to come, and serves messages meanwhile while the frame's budget of them lasts. */
    private void sleepUntil(final long time) {
        while (mayServeMessages && transport.await(time, false)) {
            serveMessages();
        }
        if (!mayServeMessages) {
            transport.sleepUntil(time);
        }
    }

    private void serveMessages() {
        mayServeMessages = inbound.receiveControl(clock.nanoTime());
        control.betweenFrames(clock.nanoTime());
        if (!mayServeMessages) {
            counters.increment(Counter.CONTROL_DEFERRALS);
        }
    }

    /** Decodes what there is for the frame that is due then, and looks for more as long as that is worth it. */
    private void decodeAhead(final long due) {
        long now = clock.nanoTime();
        int blocks = sessions.count();
        while (blocks * WORTH_ANOTHER_LOOK >= sessions.count() && due - now > 0) {
            inbound.receiveAudio(now);
            final long received = clock.nanoTime();
            blocks = audio.decodeAhead(due);
            receiveNanos += received - now;
            now = clock.nanoTime();
            decodeNanos += now - received;
        }
    }

    private void frame() {
        final long due = frames.deadline();
        final long begin = clock.nanoTime();
        noteLateness(begin - due, frames.begin(begin));
        final long aheadNanos = receiveNanos + decodeNanos;

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

        headStart.note(aheadNanos + decoded - begin);
        final long workNanos = aheadNanos + end - begin;
        stats.record(Timing.RECEIVE, receiveNanos + received - begin);
        stats.record(Timing.DECODE, decodeNanos + decoded - received);
        stats.record(Timing.MIX, audio.mixNanos());
        stats.record(Timing.ENCODE, audio.encodeNanos());
        stats.record(Timing.FLUSH, flushed - encoded);
        stats.record(Timing.CONTROL, end - flushed);
        stats.record(Timing.FRAME, workNanos);
        if (sender.lastDeparture() != 0) {
            stats.record(Timing.HOLD_WINDOW, sender.holdNanos());
            stats.record(Timing.DEPARTURE, sender.lastDeparture() - frames.lastDeadline());
        }
        admission.note(workNanos);
        counters.increment(Counter.FRAMES);
        if (workNanos > FrameStats.FRAME_PERIOD_NANOS) {
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
