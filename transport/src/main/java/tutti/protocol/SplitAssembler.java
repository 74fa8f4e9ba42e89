package tutti.protocol;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts split messages together (section 2.4, "Receiving"). Parts must come in order and without another message in
 * between; neither their lengths nor the equality of ids and part numbers among them is checked, the last part counts.
 * All storage is allocated at construction.
 */
public final class SplitAssembler {
    private final SplitPart part = new SplitPart();
    private final UnsafeBuffer storage;
    private int expectedIndex;
    private int collected;
    private int messageId;
    private boolean partRefused;
    private int length;

    /** Makes an assembler for the longest body that the protocol allows. */
    public SplitAssembler() {
        this(Limits.MAX_REASSEMBLED_LENGTH);
    }

    /**
     * Makes an assembler.
     *
     * @param capacity bytes that an assembled body may have
     */
    public SplitAssembler(final int capacity) {
        storage = new UnsafeBuffer(new byte[capacity]);
    }

    /**
     * Takes a part. After {@code true} the assembled message is at {@link #messageId}, {@link #buffer} and
     * {@link #length} until the next call.
     *
     * @param buffer holds the body of a {@link MessageId#SPLIT_CONTAINER}
     * @param offset of that body
     * @param length of that body in bytes
     * @return true if this part completed a message that is to be processed
     */
    public boolean add(final DirectBuffer buffer, final int offset, final int length) {
        partRefused = true;
        if (!part.wrap(buffer, offset, length) || part.dataLength() > storage.capacity() - collected) {
            return false;
        }
        if (part.index() != expectedIndex || expectedIndex >= part.parts()
            || expectedIndex >= Limits.MAX_SPLIT_PARTS) {
            reset();
            return false;
        }
        storage.putBytes(collected, buffer, part.dataOffset(), part.dataLength());
        collected += part.dataLength();
        expectedIndex++;
        if (expectedIndex < part.parts()) {
            partRefused = false;
            return false;
        }
        messageId = part.messageId();
        this.length = collected;
        reset();
        partRefused = !isDeliverable(messageId);
        return !partRefused;
    }

    /**
     * Whether the last part was of no use: malformed, out of order, too long, or the end of what must not come in
     * parts.
     *
     * @return false if it completed a message or more parts are to come
     */
    public boolean isPartRefused() {
        return partRefused;
    }

    /** Only an ordinary reliable message takes effect when it comes in parts. */
    private static boolean isDeliverable(final int id) {
        return id != MessageId.ACKN && id != MessageId.SPLIT_CONTAINER && !MessageId.isConnectionless(id);
    }

    /** Forgets the parts collected so far: another message came in between, or the connection ended. */
    public void reset() {
        expectedIndex = 0;
        collected = 0;
    }

    /**
     * Id of the assembled message.
     *
     * @return 0 to 65535
     */
    public int messageId() {
        return messageId;
    }

    /**
     * Holds the body of the assembled message, from offset 0 on.
     *
     * @return always the same buffer
     */
    public DirectBuffer buffer() {
        return storage;
    }

    /**
     * Length of the body of the assembled message.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }
}
