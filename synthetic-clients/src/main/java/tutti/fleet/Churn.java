package tutti.fleet;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Clients that come and go while the fleet counts: each stays for a while, leaves with a farewell or, as often,
 * vanishes without one, and comes back from another port. Called by the fleet's thread only.
 */
final class Churn {

    /** A visit that lasted this long without any sound from the server has failed. */
    static final long JOIN_NANOS = 5_000_000_000L;

    private static final long SHORTEST_PAUSE_NANOS = 500_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000L;
    private static final int FAREWELLS = 2;

    /** Makes a client anew. */
    interface Newcomer {

        /** {@return client {@code number} on its {@code visit}-th visit, with a socket of its own} */
        FleetClient arrive(int number, int visit);
    }

    private enum State { PLAYING, LEAVING, AWAY }

    private final FleetClient[] clients;
    private final Newcomer newcomer;
    private final long stayNanos;
    private final SplittableRandom random;
    private final State[] states;
    private final int[] visitOf;
    private final int[] farewellsSaid;
    private final long[] begunNanos;
    private final long[] dueNanos;
    private long visits;
    private long farewells;
    private long crashes;
    private long failed;

    /**
     * @param clients   all of the fleet; replaced one by one
     * @param stayNanos mean length of a visit; each is between half and one and a half of it
     */
    Churn(final FleetClient[] clients, final Newcomer newcomer, final long stayNanos, final SplittableRandom random) {
        this.clients = clients;
        this.newcomer = newcomer;
        this.stayNanos = stayNanos;
        this.random = random;
        this.states = new State[clients.length];
        this.visitOf = new int[clients.length];
        this.farewellsSaid = new int[clients.length];
        this.begunNanos = new long[clients.length];
        this.dueNanos = new long[clients.length];
    }

    /** The counting begins: all play. */
    void begin(final long nowNanos) {
        Arrays.fill(states, State.PLAYING);
        Arrays.fill(begunNanos, nowNanos);
        for (int i = 0; i < clients.length; i++) {
            // Already there, they may leave at any moment.
            dueNanos[i] = nowNanos + random.nextLong(stayNanos) + 1;
        }
        visits = clients.length;
    }

    /** Lets leave and come back whose time has come. */
    void check(final long nowNanos) {
        for (int i = 0; i < clients.length; i++) {
            if (nowNanos - dueNanos[i] >= 0) {
                switch (states[i]) {
                    case PLAYING -> end(i, nowNanos);
                    case LEAVING -> takeLeave(i, nowNanos);
                    case AWAY -> comeBack(i, nowNanos);
                }
            }
        }
    }

    private void end(final int i, final long nowNanos) {
        if (nowNanos - begunNanos[i] >= JOIN_NANOS && !clients[i].isConnected()) {
            failed++;
        }
        if (random.nextBoolean()) {
            crashes++;
            goAway(i, nowNanos);
        } else {
            farewells++;
            clients[i].stopPlaying();
            farewellsSaid[i] = 0;
            states[i] = State.LEAVING;
            dueNanos[i] = nowNanos + RunControl.FAREWELL_NANOS;
        }
    }

    private void takeLeave(final int i, final long nowNanos) {
        if (farewellsSaid[i] == FAREWELLS) {
            goAway(i, nowNanos);
            return;
        }
        clients[i].sayFarewell();
        farewellsSaid[i]++;
        dueNanos[i] = nowNanos + RunControl.FAREWELL_NANOS;
    }

    private void goAway(final int i, final long nowNanos) {
        clients[i].vanish();
        states[i] = State.AWAY;
        dueNanos[i] = nowNanos + random.nextLong(SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    private void comeBack(final int i, final long nowNanos) {
        visitOf[i]++;
        visits++;
        clients[i] = newcomer.arrive(i, visitOf[i]);
        clients[i].startCounting();
        clients[i].start(nowNanos);
        states[i] = State.PLAYING;
        begunNanos[i] = nowNanos;
        dueNanos[i] = nowNanos + stayNanos / 2 + random.nextLong(stayNanos) + 1;
    }

    /** {@return visits begun} */
    long visits() {
        return visits;
    }

    /** {@return visits ended with a farewell} */
    long farewells() {
        return farewells;
    }

    /** {@return visits ended without one} */
    long crashes() {
        return crashes;
    }

    /** {@return ended visits of {@link #JOIN_NANOS} or more that got no sound} */
    long failed() {
        return failed;
    }
}
