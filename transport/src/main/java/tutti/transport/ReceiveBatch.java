package tutti.transport;

import org.agrona.DirectBuffer;

/**
 * Fixed storage for received datagrams, filled by {@link DatagramTransport#receive}. Its contents are valid until the
 * next receive into it. Made by {@link DatagramTransport#newReceiveBatch} and usable with that transport only.
 *
 * <p>Datagram {@code i} (0 to {@code count() - 1}) is the bytes {@code offset(i)} to {@code offset(i) + length(i) - 1}
 * of {@link #buffer()}. Indexes are not checked.
 */
public interface ReceiveBatch {
    /** Bytes of each slot: longer datagrams are cut to this length and marked {@link #truncated}. */
    int SLOT_BYTES = 8192;

    /** The most datagrams one receive can deliver. */
    int capacity();

    /** Datagrams delivered by the last receive. */
    int count();

    /** The payloads of all slots. */
    DirectBuffer buffer();

    /** Where in {@link #buffer()} the payload of a datagram begins. */
    int offset(int index);

    /** Payload length in bytes, 0 to {@link #SLOT_BYTES}. */
    int length(int index);

    /** Whether the datagram was longer than {@link #SLOT_BYTES} and has lost its end. */
    boolean truncated(int index);

    /** Copies the sender's address. */
    default void sender(final int index, final PeerAddress into) {
        into.set(senderHigh(index), senderLow(index), senderPort(index), senderScope(index));
    }

    /** First eight bytes of the sender's IPv6 address, see {@link PeerAddress#high()}. */
    long senderHigh(int index);

    /** Last eight bytes of the sender's IPv6 address, see {@link PeerAddress#low()}. */
    long senderLow(int index);

    /** The sender's UDP port, 0 to 65535. */
    int senderPort(int index);

    /** Scope (interface index) of a link-local sender, 0 for others. */
    int senderScope(int index);
}
