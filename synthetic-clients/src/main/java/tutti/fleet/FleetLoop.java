package tutti.fleet;

import java.util.concurrent.locks.LockSupport;
import tutti.libc.ThreadControl;

/**
 * The fleet's one thread: in every slot of {@link SlotPlan#SLOT_SAMPLES} samples it lets the clients of that slot send
 * and receive, so that each client is served once in the time of a datagram, at its own phase. Clients in the middle of
 * a handshake are also looked at in the slots between.
 *
 * <p>Slots lie on an exact grid. After a stall the missed ones are run back to back; {@link #longestLatenessNanos}
 * tells how late the latest was, because what a stalled fleet sends in a burst, a server cannot put right.
 */
final class FleetLoop implements Runnable {

    /** Packets that leave so late may miss their turn at the server: its sound is then not judged for a while. */
    static final long EXCUSABLE_NANOS = 4_000_000L;

    /** More clients than this, in the middle of a handshake, take turns: the audio must not wait for them. */
    private static final int MAX_BUSY_SERVED = 8;

    private final FleetClient[] clients;
    private final SlotPlan plan;
    private final Turns turns;
    private final RunTimes times;
    private final RunControl control;

    private int nextBusy;
    private long lateSlots;
    private long longestLatenessNanos;

    /**
     * @param clients all of the fleet, in the order in which they connect
     * @param plan    the slots
     * @param turns   when each sends
     * @param times   when each connects
     * @param control leads through the phases
     */
    FleetLoop(final FleetClient[] clients, final SlotPlan plan, final Turns turns, final RunTimes times,
            final RunControl control) {
        this.clients = clients;
        this.turns = turns;
        this.plan = plan;
        this.times = times;
        this.control = control;
    }

    @Override
    public void run() {
        ThreadControl.setTimerSlackNanos(1);
        final long start = System.nanoTime();
        control.begin(start);
        long slot = 0;
        while (control.phase() != Phase.DONE) {
            final long due = start + SlotPlan.nanosOf(slot);
            long now = System.nanoTime();
            while (now - due < 0) {
                LockSupport.parkNanos(due - now);
                now = System.nanoTime();
            }
            if (control.phase() == Phase.COUNTING) {
                noteLateness(now - due);
            }
            final boolean anyBusy = runSlot(slot, now);
            slot = anyBusy || turns.areDrifting() ? slot + 1 : plan.nextOccupied(slot);
        }
    }

    private void noteLateness(final long lateNanos) {
        longestLatenessNanos = Math.max(longestLatenessNanos, lateNanos);
        if (lateNanos > EXCUSABLE_NANOS) {
            lateSlots++;
            for (final FleetClient client : clients) {
                if (client.listener() != null) {
                    client.listener().ear().excuse(lateNanos);
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
        for (int i = 0; i < clients.length; i++) {
            if (turns.take(i, slot)) {
                serve(i, slot, nowNanos);
            }
        }
        if (inPeriod == 0) {
            control.check(nowNanos);
        }
        return serveBusy(nowNanos);
    }

    private void serve(final int i, final long slot, final long nowNanos) {
        if (!clients[i].isStarted() && control.phase() == Phase.JOINING && slot >= times.firstSlot(i)) {
            clients[i].start(nowNanos);
        }
        clients[i].play(nowNanos);
        clients[i].receive(nowNanos);
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

    /** {@return slots run later than {@link #EXCUSABLE_NANOS}, while counting} */
    long lateSlots() {
        return lateSlots;
    }

    /** {@return how late the latest slot was, while counting} */
    long longestLatenessNanos() {
        return longestLatenessNanos;
    }
}
