package tutti.transport;

import java.util.concurrent.locks.LockSupport;

/**
 * Datagrams in and out through one UDP port, IPv4 and IPv6 alike.
 *
 * <p>A transport and its batches belong to one thread; only {@link #counters()} may be read by others. It may be opened
 * on one thread and handed over to another that uses and closes it. Nothing blocks except {@link #await}
 * and {@link #sleepUntil}.
 *
 * <h2>What a flush does when the kernel refuses</h2>
 * <ol>
 * <li>Every datagram of the batch is either taken by the kernel or reported once to the {@link SendFailureListener};
 *     none is tried a second time, because late audio is worthless.</li>
 * <li>The kernel took a part: the flush goes on with the first one it did not take.</li>
 * <li>Interrupted ({@code EINTR}): the call is made again, a bounded number of times in a flush.</li>
 * <li>No room ({@link SendFailureKind#NO_ROOM}): the rest of the batch is dropped. A flush never spins. A caller that
 *     fills its batches in the same order each frame lets the same peers bear this; rotate the order.</li>
 * <li>Any other error belongs to the first datagram of the call: it is skipped, and the rest still goes out.</li>
 * </ol>
 * So a flush of n datagrams makes at most n system calls plus the bounded number of repetitions.
 */
public interface DatagramTransport extends AutoCloseable {
    /** The UDP port, in the kernel's choice if port 0 was asked for. */
    int localPort();

    /** Whether messages and audio arrive on separate lanes, so that {@link #await} can sleep through audio. */
    boolean isSteered();

    /**
     * What the kernel queues per socket before it drops datagrams, in bytes of its own accounting, in which a small
     * datagram costs about 768.
     */
    int receiveBufferBytes();

    /** One line for people: the way datagrams are sent and received, address families, port, buffer. */
    String describe();

    /**
     * Sleeps until a datagram arrives or the deadline is reached. Steered and without {@code audioToo}, audio does not
     * end the sleep. When the transport is not steered every datagram ends it.
     *
     * @param deadlineNanos when to return at the latest, on the clock of {@link System#nanoTime()}
     * @param audioToo whether audio ends the sleep also when the transport is steered
     * @return true if a datagram may be waiting; false if the deadline was reached, and then nothing has been found out
     *     about waiting datagrams
     */
    boolean await(long deadlineNanos, boolean audioToo);

    /**
     * Sleeps until the deadline, whatever arrives meanwhile.
     *
     * @param deadlineNanos when to return, on the clock of {@link System#nanoTime()}
     */
    default void sleepUntil(final long deadlineNanos) {
        long remaining = deadlineNanos - System.nanoTime();
        while (remaining > 0) {
            LockSupport.parkNanos(remaining);
            remaining = deadlineNanos - System.nanoTime();
        }
    }

    /**
     * Takes waiting datagrams without blocking. When the transport is not steered both lanes read its one socket.
     *
     * @param lane which datagrams
     * @param into is overwritten
     * @return how many were taken; if it is the batch's capacity, more may be waiting
     */
    int receive(Lane lane, ReceiveBatch into);

    /**
     * Sends the batch with as few system calls as the platform allows (one on Linux) and empties it.
     *
     * @return datagrams taken by the kernel
     */
    int flush(SendBatch batch);

    /**
     * Sends the batch with one system call for each datagram and empties it.
     *
     * @return datagrams taken by the kernel
     */
    int flushEach(SendBatch batch);

    /** A batch to receive into, of {@link ReceiveBatch#SLOT_BYTES} for each slot. */
    ReceiveBatch newReceiveBatch(int slots);

    /**
     * A batch to send from.
     *
     * @param slots the most datagrams it holds
     * @param copyBytesPerSlot the longest payload {@link SendBatch#addCopy} must take, in bytes; 0 if it is not used
     */
    SendBatch newSendBatch(int slots, int copyBytesPerSlot);

    /** What has been done so far. */
    TransportCounters counters();

    /** Closes the sockets. Closing again does nothing. */
    @Override
    void close();
}
