package tutti.fleet;

import java.util.concurrent.locks.LockSupport;
import tutti.libc.ThreadControl;

/**
 * The fleet's one thread: in every slot of {@link SlotPlan#SLOT_SAMPLES} samples it lets the clients of that slot send and
 * receive, so that each client is served once in the time of a datagram, at its own phase. Clients in the middle of a
 * handshake are also looked at in the slots between.
 *
 * <p>Slots lie on an exact grid. After a stall the missed ones are run back to back; {@link #longestLatenessNanos} tells
 * how late the latest was, because what a stalled fleet sends in a burst, a server cannot put right.
 */
final class FleetLoop implements Runnable {

    /** A server fades a newcomer in over 3 s of its audio (spec 4.4); the rest is for jitter buffers to settle. */
    static final long FADE_IN_NANOS = 3_500_000_000L;
    /** Counting begins so long after the last client began, whatever is outstanding then. */
    static final long MAX_SETTLING_NANOS = 20_000_000_000L;
    /** With no packet from the server in so long a time, nobody is there. */
    static final long SILENCE_NANOS = 5_000_000_000L;
    /** Pause between the last audio and the farewell, and between two farewells (spec appendix B). */
    static final long FAREWELL_NANOS = 100_000_000L;

    /** Packets that leave later than this may miss their turn at the server: its sound is then not judged for a while. */
    static final long EXCUSABLE_NANOS = 4_000_000L;
    private static final int FAREWELLS = 2;
    private static final int MAX_BUSY_SERVED = 32;
    private static final long LIVE_NANOS = 100_000_000L;

    private final FleetClient[] clients;
    private final SlotPlan plan;
    private final RunTimes times;
    private final LiveCounts live = new LiveCounts();
    private final CpuClock cpu = new CpuClock();

    private Phase phase = Phase.JOINING;
    private int started;
    private int nextBusy;
    private int connected;
    private boolean anythingReceived;
    private long phaseNanos;
    private long lastConnectedNanos;
    private long lastLiveNanos;
    private long countedNanos;
    private int farewells;
    private boolean heardNothing;
    private boolean settledInTime;
    private long lateSlots;
    private long longestLatenessNanos;
    private volatile boolean stopRequested;

    /**
     * @param clients all of the fleet, in the order in which they connect
     * @param plan    when each sends
     * @param times   how long the phases last
     */
    FleetLoop(final FleetClient[] clients, final SlotPlan plan, final RunTimes times) {
        this.clients = clients;
        this.plan = plan;
        this.times = times;
    }

    @Override
    public void run() {
        ThreadControl.setTimerSlackNanos(1);
        final long start = System.nanoTime();
        begin(start);
        long slot = 0;
        while (phase != Phase.DONE) {
            final long due = start + SlotPlan.nanosOf(slot);
            long now = System.nanoTime();
            while (now - due < 0) {
                LockSupport.parkNanos(due - now);
                now = System.nanoTime();
            }
            noteLateness(now - due);
            final boolean anyBusy = runSlot(slot, now);
            slot = anyBusy ? slot + 1 : plan.nextOccupied(slot);
        }
    }

    /** Sets the time from which the phases run. */
    void begin(final long nowNanos) {
        phaseNanos = nowNanos;
        lastLiveNanos = nowNanos;
    }

    private void noteLateness(final long lateNanos) {
        if (phase != Phase.COUNTING) {
            return;
        }
        longestLatenessNanos = Math.max(longestLatenessNanos, lateNanos);
        if (lateNanos > EXCUSABLE_NANOS) {
            lateSlots++;
            for (final FleetClient client : clients) {
                if (client.listener() != null) {
                    client.listener().verifier().excuse(lateNanos);
                }
            }
        }
    }

    /**
     * Serves the clients of one slot, and those that are busy with a handshake.
     *
     * @param slot     counted from 0 at the start
     * @param nowNanos System.nanoTime
     * @return whether any client is busy, so that the next slot is not to be skipped even if nobody sends in it
     */
    boolean runSlot(final long slot, final long nowNanos) {
        final int inPeriod = (int) (slot % plan.slots());
        for (int i = plan.firstClient(inPeriod); i < plan.firstClient(inPeriod + 1); i++) {
            if (phase == Phase.JOINING && slot >= times.firstSlot(i)) {
                startOnce(i, nowNanos);
            }
            clients[i].play(nowNanos);
            clients[i].receive(nowNanos);
        }
        if (inPeriod == 0) {
            control(nowNanos);
        }
        return serveBusy(nowNanos);
    }

    private void startOnce(final int client, final long nowNanos) {
        if (!clients[client].isStarted()) {
            clients[client].start(nowNanos);
            started++;
        }
    }

    private boolean serveBusy(final long nowNanos) {
        int served = 0;
        for (int i = 0; i < clients.length && served < MAX_BUSY_SERVED; i++) {
            nextBusy = nextBusy + 1 >= clients.length ? 0 : nextBusy + 1;
            if (clients[nextBusy].isBusy()) {
                clients[nextBusy].receive(nowNanos);
                served++;
            }
        }
        return served > 0;
    }

    private void control(final long nowNanos) {
        final long inPhase = nowNanos - phaseNanos;
        switch (phase) {
            case JOINING -> {
                if (started == clients.length) {
                    enter(Phase.SETTLING, nowNanos);
                }
            }
            case SETTLING -> settle(inPhase, nowNanos);
            case COUNTING -> {
                if (inPhase >= times.countedNanos()) {
                    stopCounting(nowNanos);
                    stopPlaying(nowNanos);
                }
            }
            case LEAVING -> leave(inPhase, nowNanos);
            case DONE -> throw new IllegalStateException("the run is over");
        }
        if (stopRequested && phase.compareTo(Phase.LEAVING) < 0) {
            if (phase == Phase.COUNTING) {
                stopCounting(nowNanos);
            }
            stopPlaying(nowNanos);
        }
        if (nowNanos - lastLiveNanos >= LIVE_NANOS) {
            lastLiveNanos = nowNanos;
            publish();
        }
    }

    private void settle(final long inPhase, final long nowNanos) {
        boolean allSettled = true;
        int nowConnected = 0;
        for (final FleetClient client : clients) {
            nowConnected += client.isConnected() ? 1 : 0;
            allSettled &= client.isSettled();
            anythingReceived |= client.isConnected() || client.hasHeardAnything();
        }
        if (nowConnected != connected) {
            connected = nowConnected;
            lastConnectedNanos = nowNanos;
        }
        if (allSettled && nowNanos - lastConnectedNanos >= times.fadeInNanos()) {
            settledInTime = true;
            startCounting(nowNanos);
        } else if (!anythingReceived && inPhase >= SILENCE_NANOS) {
            heardNothing = true;
            enter(Phase.DONE, nowNanos);
        } else if (inPhase >= MAX_SETTLING_NANOS) {
            startCounting(nowNanos);
        }
    }

    private void startCounting(final long nowNanos) {
        for (final FleetClient client : clients) {
            client.startCounting();
        }
        cpu.start();
        live.countingSinceNanos = nowNanos;
        enter(Phase.COUNTING, nowNanos);
    }

    private void stopCounting(final long nowNanos) {
        countedNanos = nowNanos - phaseNanos;
        cpu.stop();
        connected = 0;
        for (final FleetClient client : clients) {
            client.stopCounting();
            connected += client.isConnected() ? 1 : 0;
        }
    }

    private void stopPlaying(final long nowNanos) {
        for (final FleetClient client : clients) {
            client.stopPlaying();
        }
        enter(Phase.LEAVING, nowNanos);
    }

    private void leave(final long inPhase, final long nowNanos) {
        if (inPhase < (farewells + 1) * FAREWELL_NANOS) {
            return;
        }
        if (farewells == FAREWELLS) {
            enter(Phase.DONE, nowNanos);
            return;
        }
        farewells++;
        for (final FleetClient client : clients) {
            client.sayFarewell();
        }
    }

    private void enter(final Phase next, final long nowNanos) {
        phase = next;
        phaseNanos = nowNanos;
        publish();
    }

    private void publish() {
        int nowConnected = 0;
        long received = 0;
        long lost = 0;
        int wrongTones = 0;
        for (final FleetClient client : clients) {
            nowConnected += client.isConnected() ? 1 : 0;
            received += client.receivedInAll();
            lost += client.sequences().lost();
            wrongTones += client.listener() == null ? 0 : client.listener().verifier().wrongTones();
        }
        live.connected = nowConnected;
        live.receivedInAll = received;
        live.lost = lost;
        live.wrongTones = wrongTones;
        live.phase = phase;
    }

    /** Makes the fleet leave in good order at the next opportunity. Any thread may call it. */
    void requestStop() {
        stopRequested = true;
    }

    Phase phase() {
        return phase;
    }

    LiveCounts live() {
        return live;
    }

    /** {@return processor time used while counting} */
    CpuClock cpu() {
        return cpu;
    }

    /** {@return clients connected when the counting ended, or as long as it has not begun, by now} */
    int connected() {
        return connected;
    }

    /** {@return how long was counted, 0 when it never came to that} */
    long countedNanos() {
        return countedNanos;
    }

    /** {@return whether the run was given up because not a single packet came back} */
    boolean heardNothing() {
        return heardNothing;
    }

    /** {@return whether every handshake was complete when the counting began} */
    boolean settledInTime() {
        return settledInTime;
    }

    /** {@return slots run later than {@link #EXCUSABLE_NANOS}, while counting} */
    long lateSlots() {
        return lateSlots;
    }

    /** {@return how late the latest slot was, while counting} */
    long longestLatenessNanos() {
        return longestLatenessNanos;
    }
}
