package tutti.fleet;

/**
 * Leads the fleet through the phases of a run: waits until everybody has joined and settled, begins and ends the count,
 * and sees to it that all leave as they should. Called by the fleet's thread once in the time of a datagram.
 */
final class RunControl {

    /** A server fades a newcomer in over 3 s of its audio (spec 4.4); the rest is for jitter buffers to settle. */
    static final long FADE_IN_NANOS = 3_500_000_000L;
    /** Counting begins so long after the last client began, whatever is outstanding then. */
    static final long MAX_SETTLING_NANOS = 20_000_000_000L;
    /** With no packet from the server in so long a time, nobody is there. */
    static final long SILENCE_NANOS = 5_000_000_000L;
    /** Pause between the last audio and the farewell, and between two farewells (spec appendix B). */
    static final long FAREWELL_NANOS = 100_000_000L;

    private static final int FAREWELLS = 2;
    private static final long LIVE_NANOS = 100_000_000L;

    private final FleetClient[] clients;
    private final RunTimes times;
    private final Churn churn;
    private final LiveCounts live = new LiveCounts();
    private final CpuClock cpu = new CpuClock();

    private Phase phase = Phase.JOINING;
    private long phaseNanos;
    private long lastConnectedNanos;
    private long lastLiveNanos;
    private long countedNanos;
    private long countingSince;
    private int connected;
    private int farewells;
    private boolean heardNothing;
    private boolean settledInTime;
    private volatile boolean stopRequested;

    /** @param churn lets clients come and go while counting; null when they stay */
    RunControl(final FleetClient[] clients, final RunTimes times, final Churn churn) {
        this.clients = clients;
        this.times = times;
        this.churn = churn;
    }

    /** Sets the time from which the phases run. */
    void begin(final long nowNanos) {
        phaseNanos = nowNanos;
        lastLiveNanos = nowNanos;
    }

    /** Goes on to the next phase when it is time. */
    void check(final long nowNanos) {
        final long inPhase = nowNanos - phaseNanos;
        switch (phase) {
            case JOINING -> join(nowNanos);
            case SETTLING -> settle(inPhase, nowNanos);
            case COUNTING -> {
                if (inPhase >= times.countedNanos()) {
                    stopCounting(nowNanos);
                    stopPlaying(nowNanos);
                } else if (churn != null) {
                    churn.check(nowNanos);
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
            publish(nowNanos);
        }
    }

    private void join(final long nowNanos) {
        boolean allStarted = true;
        for (final FleetClient client : clients) {
            allStarted &= client.isStarted();
        }
        if (allStarted) {
            enter(Phase.SETTLING, nowNanos);
        }
    }

    private void settle(final long inPhase, final long nowNanos) {
        boolean allSettled = true;
        boolean anythingHeard = false;
        for (final FleetClient client : clients) {
            allSettled &= client.isSettled();
            anythingHeard |= client.hasHeardAnything();
        }
        final int nowConnected = countConnected();
        if (nowConnected != connected) {
            connected = nowConnected;
            lastConnectedNanos = nowNanos;
        }
        if (allSettled && nowNanos - lastConnectedNanos >= times.fadeInNanos()) {
            settledInTime = true;
            startCounting(nowNanos);
        } else if (!anythingHeard && inPhase >= SILENCE_NANOS) {
            heardNothing = true;
            enter(Phase.DONE, nowNanos);
        } else if (inPhase >= MAX_SETTLING_NANOS) {
            startCounting(nowNanos);
        }
    }

    private int countConnected() {
        int count = 0;
        for (final FleetClient client : clients) {
            count += client.isConnected() ? 1 : 0;
        }
        return count;
    }

    private void startCounting(final long nowNanos) {
        for (final FleetClient client : clients) {
            client.startCounting();
        }
        if (churn != null) {
            churn.begin(nowNanos);
        }
        cpu.start();
        live.countingSinceNanos = nowNanos;
        live.counted = true;
        countingSince = System.currentTimeMillis();
        enter(Phase.COUNTING, nowNanos);
    }

    private void stopCounting(final long nowNanos) {
        countedNanos = nowNanos - phaseNanos;
        cpu.stop();
        connected = countConnected();
        for (final FleetClient client : clients) {
            client.stopCounting();
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
        publish(nowNanos);
    }

    private void publish(final long nowNanos) {
        long received = 0;
        long lost = 0;
        int wrongTones = 0;
        for (final FleetClient client : clients) {
            received += client.receivedInAll();
            lost += client.sequences().lost();
            wrongTones += client.verifier() == null ? 0 : client.verifier().wrongTones();
        }
        live.connected = countConnected();
        live.receivedInAll = received;
        live.lost = lost;
        live.wrongTones = wrongTones;
        live.phase = phase;
        live.atNanos = nowNanos;
    }

    /** Makes the fleet leave in good order at the next check. Any thread may call it. */
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

    /** {@return clients connected when the counting ended; as long as it has not begun, at the last check} */
    int connected() {
        return connected;
    }

    /** {@return how long was counted, 0 when it never came to that} */
    long countedNanos() {
        return countedNanos;
    }

    /** {@return when the counting began, in milliseconds since 1970; 0 when it never did} */
    long countingSinceMillis() {
        return countingSince;
    }

    /** {@return whether the run was given up because not a single packet came back} */
    boolean heardNothing() {
        return heardNothing;
    }

    /** {@return whether every handshake was complete when the counting began} */
    boolean settledInTime() {
        return settledInTime;
    }
}
