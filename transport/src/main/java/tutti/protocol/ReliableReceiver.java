package tutti.protocol;

import org.agrona.DirectBuffer;

/**
 * The receiving half of one connection's reliable messages (section 2.3). What a receiver does with a message other
 * than an acknowledgement:
 *
 * <pre>{@code
 * if (!receiver.isDuplicate(id, counter)) {
 *     if (id != MessageId.SPLIT_CONTAINER) {
 *         process(id, body);
 *     } else if (receiver.assemble(body, bodyOffset, bodyLength)) {
 *         process(receiver.assembled().messageId(), receiver.assembled().buffer());
 *     }
 *     receiver.remember(id, counter);
 * }
 * acknowledge(id, counter);
 * }</pre>
 *
 * Unknown ids and malformed bodies are remembered and acknowledged like good ones.
 */
public final class ReliableReceiver {
    private final SplitAssembler assembler;
    private int lastId;
    private int lastCounter;

    /** Makes a receiver for split messages of the longest body that the protocol allows. */
    public ReliableReceiver() {
        this(Limits.MAX_REASSEMBLED_LENGTH);
    }

    /**
     * Makes a receiver.
     *
     * @param assemblyBytes bytes that the body of a split message may have
     */
    public ReliableReceiver(final int assemblyBytes) {
        assembler = new SplitAssembler(assemblyBytes);
    }

    /** Returns to the state of a new connection. */
    public void reset() {
        lastId = 0;
        lastCounter = 0;
        assembler.reset();
    }

    /**
     * Whether a message is a repeat of the one before: to be acknowledged again, but not processed.
     *
     * @param id      message id
     * @param counter of the message
     * @return true if both equal those last remembered
     */
    public boolean isDuplicate(final int id, final int counter) {
        return id == lastId && counter == lastCounter;
    }

    /**
     * Notes a message that has been processed. One that is not a split part ends a split message begun before it.
     *
     * @param id      message id
     * @param counter of the message
     */
    public void remember(final int id, final int counter) {
        lastId = id;
        lastCounter = counter;
        if (id != MessageId.SPLIT_CONTAINER) {
            assembler.reset();
        }
    }

    /**
     * Takes a part of a split message.
     *
     * @param body   holds the body of a {@link MessageId#SPLIT_CONTAINER}
     * @param offset of that body
     * @param length of that body in bytes
     * @return true if this part completed a message: process {@link #assembled}
     */
    public boolean assemble(final DirectBuffer body, final int offset, final int length) {
        return assembler.add(body, offset, length);
    }

    /**
     * The message that {@link #assemble} completed, valid until its next call.
     *
     * @return always the same object
     */
    public SplitAssembler assembled() {
        return assembler;
    }
}
