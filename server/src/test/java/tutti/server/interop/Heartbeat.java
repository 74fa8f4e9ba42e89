package tutti.server.interop;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts how often this machine lets a thread wait that should run: a gap in the sound at such a moment says nothing
 * about the server.
 */
final class Heartbeat implements AutoCloseable {
    private static final long INTERVAL_NANOS = 2_000_000;
    private static final long LATE_NANOS = 10_000_000;

    private final AtomicLong lateBeats = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().daemon().name("heartbeat").start(this::beat);

    private void beat() {
        long due = System.nanoTime() + INTERVAL_NANOS;
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(due - System.nanoTime());
            final long now = System.nanoTime();
            if (now - due > LATE_NANOS) {
                lateBeats.incrementAndGet();
            }
            due = now + INTERVAL_NANOS;
        }
    }

    /** @return how often a beat was more than 10 ms late so far */
    long lateBeats() {
        return lateBeats.get();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
