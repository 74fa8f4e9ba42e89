package tutti.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Worker threads that help the frame thread through a phase of many items: each item is done once, by whichever thread
 * is free. One hand-off and one join a phase; no lock, no queue, no allocation.
 * <p>
 * <b>Hand-off.</b> A phase is one word, the <i>ticket</i>: which phase, how many items, and the next free one. A
 * thread takes an item by adding one to it. What comes back tells everything about the item taken, so a worker that
 * wakes up late either gets an item of the phase that is running now, or none. <b>Join.</b> Each worker counts the
 * items it has done since its start; the frame thread waits until the sum is as large as what it did not do itself. It
 * waits for items, never for workers: one that sleeps, or that the system has put aside between two items, delays
 * nobody.
 * <p>
 * What the Java memory model guarantees:
 * <ol>
 * <li>Everything the frame thread did before {@link #run} is seen by whoever does an item: the ticket is written with
 *     release and taken by an atomic addition, which is an acquire. A thread that adds to another thread's addition
 *     acquires all the same, because an addition is a volatile write, too, and happens-before is transitive.</li>
 * <li>Everything done for an item is seen by the frame thread after {@link #run}: a worker writes its count with
 *     release after each item, and the frame thread reads it with acquire until none is missing.</li>
 * <li>An item is done once: additions to the ticket are atomic. The ticket is replaced only when all items of the phase
 *     before are done; an addition before that takes none, and one after it takes one of the new phase.</li>
 * <li>Between two calls of {@link #run} no worker touches anything but the ticket, so what the frame thread does then
 *     needs no care, and is seen by the next item by (1).</li>
 * <li>What one worker did for an item is seen by another one in the next phase: (2), then (1).</li>
 * <li>A worker's fault is seen in the run in which it happened: it is stored before the count of (2).</li>
 * </ol>
 * <b>Sleep.</b> A worker without work spins for some tens of microseconds and then parks: between two frames, and for
 * as long as nobody is connected. {@link LockSupport#unpark} wakes it, at the begin of a frame ({@link #wake}) so that
 * it is awake when the audio is received, and again at every hand-off, because receiving may take longer than it
 * spins. A permit that comes while it is about to park makes the park return, so no wake-up is lost; and if one were,
 * the frame thread would only do the items itself. Waking a parked worker costs the frame thread one {@code futex}
 * call, a few microseconds, and the worker some ten until it runs; for one that is awake it is a flag set under the
 * JVM's own mutex of that thread, which nobody but a thread going to sleep ever holds: tens of nanoseconds.
 */
final class WorkerCrew implements AutoCloseable {

    /** What the crew does. Called by all its threads, for different items at once. */
    interface Work {
        /**
         * Does one item.
         *
         * @param phase as given to {@link WorkerCrew#run}.
         * @param item 0 to {@code items} - 1.
         * @param lane which thread this is: 0 for the frame thread, then 1 for the first worker.
         */
        void run(int phase, int item, int lane);
    }

    /** What a worker does first: its priority, its core. */
    @FunctionalInterface
    interface Start {
        /**
         * Called on the worker's thread.
         *
         * @param worker 0 for the first.
         */
        void begin(int worker);
    }

    /** Most items of a phase. Half of what fits, because every thread may add to the ticket once in vain. */
    static final int MAX_ITEMS = 0x8000;

    /** How the names of its threads begin; a number follows. */
    static final String THREAD_PREFIX = "worker-";

    private static final int FIELD_BITS = 16;
    private static final long FIELD_MASK = (1L << FIELD_BITS) - 1;

    /** Distance of two words, in longs: 128 bytes, because processors fetch cache lines in pairs. */
    private static final int STRIDE = 16;
    private static final int TICKET = STRIDE;

    private static final int WORKER_SPINS = 1_000;
    private static final long WORKER_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int JOIN_SPINS = 10_000;
    private static final int JOIN_YIELDS = 100;
    private static final long JOIN_PARK_NANOS = 20_000;

    private final Work work;
    private final Thread[] workers;
    private final AtomicLongArray words;
    /** For the join only: spins first, and lets a worker have the core if the two must share it. */
    private final IdleStrategy joinIdle =
        new BackoffIdleStrategy(JOIN_SPINS, JOIN_YIELDS, JOIN_PARK_NANOS, JOIN_PARK_NANOS);
    private long handedOver;
    private volatile Throwable fault;
    private volatile boolean stopping;

    /**
     * Starts the workers.
     *
     * @param workers how many, at least 1.
     * @param work what is done.
     * @param start what each does first.
     */
    WorkerCrew(final int workers, final Work work, final Start start) {
        this.work = work;
        this.workers = new Thread[workers];
        words = new AtomicLongArray((workers + 3) * STRIDE);
        for (int worker = 0; worker < workers; worker++) {
            final int number = worker;
            this.workers[worker] = Thread.ofPlatform().daemon().name(THREAD_PREFIX + (worker + 1))
                .unstarted(() -> live(number, start));
        }
        for (final Thread worker : this.workers) {
            worker.start();
        }
    }

    /** Wakes all workers, because there will be something to do soon. Frame thread only. */
    void wake() {
        for (final Thread worker : workers) {
            LockSupport.unpark(worker);
        }
    }

    /**
     * Has all items of a phase done, and does its share. Frame thread only.
     *
     * @param phase number of the phase, 0 to 255.
     * @param items how many there are, 0 to {@link #MAX_ITEMS}.
     * @throws IllegalStateException when a worker has failed.
     */
    void run(final int phase, final int items) {
        if (items > 1) {
            words.setRelease(TICKET, (long) phase << 2 * FIELD_BITS | (long) items << FIELD_BITS);
            wake();
            int own = 0;
            while (takeItem(0)) {
                own++;
            }
            handedOver += items - own;
            join();
        } else if (items == 1) {
            work.run(phase, 0, 0);
        }
        if (fault != null) {
            throw new IllegalStateException("a worker thread has failed, the server cannot go on: " + fault, fault);
        }
    }

    private void join() {
        joinIdle.reset();
        while (itemsOfWorkers() != handedOver) {
            joinIdle.idle();
        }
    }

    private long itemsOfWorkers() {
        long sum = 0;
        for (int lane = 1; lane <= workers.length; lane++) {
            sum += words.getAcquire(doneWord(lane));
        }
        return sum;
    }

    /**
     * Takes an item and does it; false if there was none. Looks first: idle threads shall add nothing to the ticket.
     */
    private boolean takeItem(final int lane) {
        if (!hasItem(words.getAcquire(TICKET))) {
            return false;
        }
        final long ticket = words.getAndIncrement(TICKET);
        if (!hasItem(ticket)) {
            return false;
        }
        if (lane == 0) {
            work.run((int) (ticket >>> 2 * FIELD_BITS), (int) (ticket & FIELD_MASK), lane);
        } else {
            runCounted(ticket, lane);
        }
        return true;
    }

    private void runCounted(final long ticket, final int lane) {
        try {
            work.run((int) (ticket >>> 2 * FIELD_BITS), (int) (ticket & FIELD_MASK), lane);
        } catch (final Throwable e) {
            fault = e;
        } finally {
            final int word = doneWord(lane);
            words.setRelease(word, words.getPlain(word) + 1);
        }
    }

    private static boolean hasItem(final long ticket) {
        return (ticket & FIELD_MASK) < (ticket >>> FIELD_BITS & FIELD_MASK);
    }

    private static int doneWord(final int lane) {
        return TICKET + lane * STRIDE;
    }

    private void live(final int worker, final Start start) {
        try {
            start.begin(worker);
        } catch (final Throwable e) {
            fault = e;
        }
        final IdleStrategy idle = new BackoffIdleStrategy(WORKER_SPINS, 0, WORKER_PARK_NANOS, WORKER_PARK_NANOS);
        while (!stopping && fault == null) {
            if (takeItem(worker + 1)) {
                idle.reset();
            } else {
                idle.idle();
            }
        }
    }

    /** Ends the workers after the item they are at, and waits for them. May be called again. */
    @Override
    public void close() {
        stopping = true;
        wake();
        boolean interrupted = false;
        for (final Thread worker : workers) {
            while (worker.isAlive()) {
                try {
                    worker.join();
                } catch (final InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
