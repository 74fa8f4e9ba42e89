package tutti.protocol;

import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.align;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sending half of one connection's reliable messages (section 2.2): a first-in-first-out queue of which only the
 * head is in flight, sent again every {@link #RETRANSMISSION_NANOS} until it is acknowledged.
 *
 * <p>Messages are framed when they are queued. The queue's memory is one ring outside the Java heap, allocated at
 * construction: a peer that does not acknowledge can fill it but not make it grow. Each message is a record
 *
 * <pre>
 *   0              4
 *   +--------------+---------------------+---------+
 *   | frame length | frame               | padding |
 *   +--------------+---------------------+---------+
 * </pre>
 *
 * that starts at a multiple of 4 and never wraps; a length of -1 sends the reader back to the beginning.
 *
 * <p>What an owner does with a sender, each time it looks at the connection:
 *
 * <pre>{@code
 * if (sender.due(now) && batch.addCopy(peer, owner, sender.headBuffer(), sender.headOffset(), sender.headLength())) {
 *     sender.sent(now);
 * }
 * }</pre>
 */
public final class ReliableSender {
    /** Time from a transmission to the next one of the same message, in nanoseconds. */
    public static final long RETRANSMISSION_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    /** Bytes of memory that a queued frame takes beyond its own. */
    public static final int RECORD_OVERHEAD = SIZE_OF_INT;
    /** Smallest memory a queue can be given, in bytes; enough for any frame that is sent as one part of several. */
    public static final int MIN_QUEUE_BYTES = 1024;

    private static final int WRAP = -1;
    private static final int NO_ROOM = -1;

    private final UnsafeBuffer ring;
    private final int capacity;
    private int head;
    private int tail;
    private int queued;
    private int counter;
    private boolean peerSplits;
    private boolean headSent;
    private long headSentNanos;
    private long retransmissions;

    /**
     * Makes an empty queue.
     *
     * @param queueBytes memory for queued messages, {@link #RECORD_OVERHEAD} bytes each included; rounded up to a
     *                   multiple of 4
     * @throws IllegalArgumentException if less than {@link #MIN_QUEUE_BYTES}
     */
    public ReliableSender(final int queueBytes) {
        if (queueBytes < MIN_QUEUE_BYTES) {
            throw new IllegalArgumentException("queue of " + queueBytes + " bytes, needs at least " + MIN_QUEUE_BYTES);
        }
        capacity = align(queueBytes, SIZE_OF_INT);
        ring = new UnsafeBuffer(ByteBuffer.allocateDirect(capacity));
    }

    /** Returns to the state of a new connection: nothing queued, counter 0, peer not known to understand splits. */
    public void reset() {
        reset(0);
    }

    /**
     * As {@link #reset()}, but for a connection whose first messages were sent by other means.
     *
     * @param firstCounter counter of the next message, 0 to 255
     */
    public void reset(final int firstCounter) {
        clear();
        queued = 0;
        counter = firstCounter;
        peerSplits = false;
    }

    /**
     * Says whether the peer understands split messages; acts on messages queued from now on.
     *
     * @param peerSplits true after the peer sent {@link MessageId#REQ_SPLIT_MESS_SUPPORT} or
     *                   {@link MessageId#SPLIT_MESS_SUPPORTED}
     */
    public void setPeerSplits(final boolean peerSplits) {
        this.peerSplits = peerSplits;
    }

    /**
     * Queues a message without a body.
     *
     * @param id message id
     * @return false if there is no room; nothing is queued then
     */
    public boolean offerEmpty(final int id) {
        return offer(id, ring, 0, 0);
    }

    /**
     * Queues a message. A body longer than {@link Limits#SPLIT_PART_LENGTH} goes in parts if the peer understands
     * them, all parts or none.
     *
     * @param id     message id
     * @param body   holds the body, which is copied
     * @param offset of the body
     * @param length of the body in bytes
     * @return false if there is no room, or if the body is too long for any peer; nothing is queued then
     */
    public boolean offer(final int id, final DirectBuffer body, final int offset, final int length) {
        if (queued == 0) {
            clear();
        }
        return peerSplits && length > Limits.SPLIT_PART_LENGTH
            ? offerParts(id, body, offset, length)
            : offerWhole(id, body, offset, length);
    }

    private boolean offerWhole(final int id, final DirectBuffer body, final int offset, final int length) {
        final int record = length > Frame.MAX_BODY_LENGTH ? NO_ROOM : place(tail, queued, length);
        if (record == NO_ROOM) {
            return false;
        }
        ring.putBytes(bodyOffset(record), body, offset, length);
        tail = finish(record, id, counter++, length);
        queued++;
        return true;
    }

    private boolean offerParts(final int id, final DirectBuffer body, final int offset, final int length) {
        final int parts = (length + Limits.SPLIT_PART_LENGTH - 1) / Limits.SPLIT_PART_LENGTH;
        if (parts > Limits.MAX_SPLIT_PARTS) {
            return false;
        }
        // The parts are written into free memory first and become part of the queue together.
        int end = tail;
        for (int i = 0; i < parts; i++) {
            final int done = i * Limits.SPLIT_PART_LENGTH;
            final int dataLength = Math.min(length - done, Limits.SPLIT_PART_LENGTH);
            final int record = place(end, queued + i, SplitPart.DATA_FIELD_OFFSET + dataLength);
            if (record == NO_ROOM) {
                return false;
            }
            final int partLength =
                SplitPart.write(ring, bodyOffset(record), id, parts, i, body, offset + done, dataLength);
            end = finish(record, MessageId.SPLIT_CONTAINER, counter + i, partLength);
        }
        tail = end;
        counter += parts;
        queued += parts;
        return true;
    }

    private static int bodyOffset(final int record) {
        return Frame.bodyOffset(record + RECORD_OVERHEAD);
    }

    private static int recordLength(final int frameLength) {
        return align(RECORD_OVERHEAD + frameLength, SIZE_OF_INT);
    }

    /**
     * Finds room for a record behind the ones placed so far.
     *
     * @param end        of the last record
     * @param records    placed so far
     * @param bodyLength of the frame to be placed
     * @return offset of the record, or {@link #NO_ROOM}
     */
    private int place(final int end, final int records, final int bodyLength) {
        final int needed = recordLength(Frame.OVERHEAD + bodyLength);
        if (records > 0 && end <= head) {
            return needed <= head - end ? end : NO_ROOM;
        }
        if (needed <= capacity - end) {
            return end;
        }
        if (needed > head) {
            return NO_ROOM;
        }
        if (end < capacity) {
            ring.putInt(end, WRAP);
        }
        return 0;
    }

    /** Completes the frame in a record and returns the record's end. */
    private int finish(final int record, final int id, final int frameCounter, final int bodyLength) {
        final int frameLength = Frame.write(ring, record + RECORD_OVERHEAD, id, frameCounter, bodyLength);
        ring.putInt(record, frameLength);
        return record + recordLength(frameLength);
    }

    private void clear() {
        head = 0;
        tail = 0;
        headSent = false;
    }

    /**
     * Whether nothing is queued or in flight.
     *
     * @return true if every message was acknowledged
     */
    public boolean isEmpty() {
        return queued == 0;
    }

    /**
     * Number of messages that wait for their acknowledgement, the one in flight included; parts count each.
     *
     * @return from 0
     */
    public int queuedMessages() {
        return queued;
    }

    /**
     * Whether the head is to be sent now: it never was, or its last transmission is {@link #RETRANSMISSION_NANOS} ago.
     *
     * @param nowNanos a clock in nanoseconds, the same in every call, of any origin
     * @return false if the queue is empty
     */
    public boolean due(final long nowNanos) {
        return queued > 0 && (!headSent || nowNanos - headSentNanos >= RETRANSMISSION_NANOS);
    }

    /**
     * Holds the head's frame. Outside the Java heap, so that its address can be given to the kernel; but the memory may
     * be written again as soon as the head is acknowledged or the sender reset.
     *
     * @return always the same buffer
     */
    public DirectBuffer headBuffer() {
        return ring;
    }

    /**
     * Where the head's frame starts. Only while not {@link #isEmpty}.
     *
     * @return offset in {@link #headBuffer}
     */
    public int headOffset() {
        return head + RECORD_OVERHEAD;
    }

    /**
     * Length of the head's frame. Only while not {@link #isEmpty}.
     *
     * @return bytes
     */
    public int headLength() {
        return ring.getInt(head);
    }

    /**
     * Notes that the head was sent, which starts its retransmission time. Only while not {@link #isEmpty}.
     *
     * @param nowNanos the clock of {@link #due}
     */
    public void sent(final long nowNanos) {
        if (headSent) {
            retransmissions++;
        }
        headSent = true;
        headSentNanos = nowNanos;
    }

    /**
     * Takes an acknowledgement. It counts only if it is for the head and the head was sent; then the next message, if
     * any, is due at once.
     *
     * @param id      id that the acknowledgement names
     * @param counter of the acknowledgement's frame
     * @return true if the head was removed
     */
    public boolean acknowledge(final int id, final int counter) {
        if (queued == 0 || !headSent || Frame.id(ring, headOffset()) != id
            || Frame.counter(ring, headOffset()) != counter) {
            return false;
        }
        head += recordLength(headLength());
        headSent = false;
        queued--;
        if (queued > 0 && (head == capacity || ring.getInt(head) == WRAP)) {
            head = 0;
        }
        return true;
    }

    /**
     * Transmissions of a message beyond its first, since construction; {@link #reset} does not touch it.
     *
     * @return from 0
     */
    public long retransmissions() {
        return retransmissions;
    }
}
