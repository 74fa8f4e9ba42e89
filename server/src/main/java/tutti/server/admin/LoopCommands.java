package tutti.server.admin;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * The only way for other threads to change something in the running loop: a bounded queue, of which the loop carries
 * out a few commands per turn, between two frames.
 *
 * <p>Callers take turns at a lock of their own; the loop never sees it. A caller waits by looking every millisecond,
 * so that the loop need not wake anybody.
 */
public final class LoopCommands {
    /** What the loop can be told. Called on the frame thread, between two frames. */
    public interface Handler {
        /**
         * Switches something.
         *
         * @param what which switch
         * @param on   its new state
         * @return false when this server can never have it on; then nothing is switched
         */
        boolean onSwitch(LoopSwitch what, boolean on);
    }

    private static final int QUEUE_BYTES = 4096;
    private static final int COMMAND_BYTES = Long.BYTES;
    /** Message type ids of an Agrona ring must be positive. */
    private static final int FIRST_SWITCH = 1;
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final OneToOneRingBuffer queue = new OneToOneRingBuffer(
        new UnsafeBuffer(ByteBuffer.allocateDirect(QUEUE_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
    private final UnsafeBuffer argument = new UnsafeBuffer(new byte[COMMAND_BYTES]);
    private final MessageHandler dispatch = this::dispatch;
    private final AtomicLong carriedOut = new AtomicLong();
    /** By ordinal; written before {@link #carriedOut} and read after it. */
    private final boolean[] neverOn = new boolean[LoopSwitch.values().length];
    private long queued;
    private Handler handler;

    /**
     * Carries out waiting commands. Frame thread only; allocates nothing.
     *
     * @param to    what carries them out
     * @param limit most commands to carry out now
     * @return how many were carried out
     */
    public int drain(final Handler to, final int limit) {
        handler = to;
        return queue.read(dispatch, limit);
    }

    /**
     * Has something switched and waits until it is. Any thread but the frame thread.
     *
     * @param what          which switch
     * @param on            its new state
     * @param timeoutMillis longest wait for the loop, milliseconds
     * @return false when this server can never have it on
     * @throws TimeoutException     when the loop did not get to it in time, or too much is waiting already
     * @throws InterruptedException when the caller was interrupted while waiting
     */
    public boolean set(final LoopSwitch what, final boolean on, final long timeoutMillis)
        throws TimeoutException, InterruptedException {
        carryOut(FIRST_SWITCH + what.ordinal(), on ? 1 : 0, timeoutMillis);
        return !(on && neverOn[what.ordinal()]);
    }

    private void carryOut(final int command, final long value, final long timeoutMillis)
        throws TimeoutException, InterruptedException {
        final long giveUpNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        final long ticket = enqueue(command, value);
        while (carriedOut.get() < ticket) {
            if (System.nanoTime() - giveUpNanos >= 0) {
                throw new TimeoutException("the server loop did not answer within " + timeoutMillis + " ms");
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private synchronized long enqueue(final int command, final long value) throws TimeoutException {
        argument.putLong(0, value);
        if (!queue.write(command, argument, 0, COMMAND_BYTES)) {
            throw new TimeoutException(
                "the server loop has " + (queued - carriedOut.get()) + " commands waiting already");
        }
        return ++queued;
    }

    private void dispatch(final int command, final MutableDirectBuffer buffer, final int index, final int length) {
        final LoopSwitch what = LoopSwitch.of(command - FIRST_SWITCH);
        if (!handler.onSwitch(what, buffer.getLong(index) != 0)) {
            neverOn[what.ordinal()] = true;
        }
        carriedOut.lazySet(carriedOut.getPlain() + 1);
    }
}
