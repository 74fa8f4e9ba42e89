package tutti.transport;

import org.agrona.DirectBuffer;

/**
 * Fixed storage for datagrams to be sent together, filled during a frame and emptied by {@link DatagramTransport#flush}
 * or {@link DatagramTransport#flushEach}. Made by {@link DatagramTransport#newSendBatch} and usable with that transport
 * only.
 *
 * <p>The {@code add} methods return false and add nothing when the batch is full; the caller flushes and adds again.
 * Except with {@link #addCopy}, payloads are not copied: the memory must stay unchanged until the flush returns.
 *
 * <p>{@code owner} is any number by which the caller knows the peer; it comes back in
 * {@link SendFailureListener#onSendFailure} when the datagram could not be sent.
 */
public interface SendBatch {
    /** The most datagrams the batch holds. */
    int capacity();

    /** Datagrams waiting for the flush. */
    int size();

    /** Whether the next {@code add} will return false. */
    default boolean isFull() {
        return size() == capacity();
    }

    /**
     * Adds a datagram.
     *
     * @param to where it goes; copied
     * @param owner the caller's number for the peer
     * @param address native address of the payload
     * @param length payload length in bytes
     */
    boolean add(PeerAddress to, int owner, long address, int length);

    /**
     * Adds a datagram made of two pieces of memory, sent as one payload.
     *
     * @param to where it goes; copied
     * @param owner the caller's number for the peer
     * @param address native address of the first piece
     * @param length length of the first piece in bytes
     * @param tailAddress native address of the second piece
     * @param tailLength length of the second piece in bytes
     */
    boolean add(PeerAddress to, int owner, long address, int length, long tailAddress, int tailLength);

    /**
     * Adds a datagram whose payload is copied into memory of the batch.
     *
     * @param to where it goes; copied
     * @param owner the caller's number for the peer
     * @param source where the payload is
     * @param offset where it begins in {@code source}
     * @param length its length in bytes
     * @throws IllegalArgumentException if {@code length} is more than the batch was made for
     */
    boolean addCopy(PeerAddress to, int owner, DirectBuffer source, int offset, int length);

    /** Forgets the datagrams that wait for the flush. */
    void clear();
}
