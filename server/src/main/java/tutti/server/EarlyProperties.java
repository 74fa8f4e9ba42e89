package tutti.server;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;

/**
 * Transport properties from addresses nobody knows yet. A client often sends them a moment before its first audio; kept
 * until that audio comes, they let the music start 400 ms sooner (the time after which the client would repeat them).
 * A fixed number is kept, the newest overwrite the oldest, and none is used after {@link #LIFETIME_NANOS}.
 */
final class EarlyProperties {

    /** How long properties wait for the audio they belong to, in ns. */
    static final long LIFETIME_NANOS = 1_000_000_000L;

    private static final int NONE = -1;

    private final PeerAddress[] address;
    private final UnsafeBuffer[] body;
    private final int[] counter;
    private final long[] arrived;
    private int next;

    EarlyProperties(final int capacity) {
        address = new PeerAddress[capacity];
        body = new UnsafeBuffer[capacity];
        counter = new int[capacity];
        arrived = new long[capacity];
        for (int i = 0; i < capacity; i++) {
            address[i] = new PeerAddress();
            body[i] = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
        }
    }

    /**
     * Keeps the body of a properties message.
     *
     * @param from its sender.
     * @param messageCounter the message's counter field.
     * @param source buffer with the message's body.
     * @param offset where the body of {@link TransportProperties#BODY_LENGTH} bytes begins.
     * @param now present time in ns.
     */
    void remember(final PeerAddress from, final int messageCounter, final DirectBuffer source, final int offset,
        final long now) {
        int entry = find(from, now);
        if (entry == NONE) {
            entry = next;
            next = (next + 1) % address.length;
        }
        address[entry].copyFrom(from);
        counter[entry] = messageCounter;
        body[entry].putBytes(0, source, offset, TransportProperties.BODY_LENGTH);
        arrived[entry] = now;
    }

    /**
     * Hands what is remembered of a stranger to its entry among the pending ones; nothing when nothing is.
     *
     * @param from the stranger.
     * @param pending the table with the stranger's entry.
     * @param entry that entry.
     * @param now present time in ns.
     */
    void moveTo(final PeerAddress from, final PendingPeers pending, final int entry, final long now) {
        final int found = find(from, now);
        if (found != NONE) {
            pending.rememberProperties(entry, counter[found], body[found], 0);
            address[found].set(0, 0, 0, 0);
        }
    }

    private int find(final PeerAddress from, final long now) {
        for (int entry = 0; entry < address.length; entry++) {
            if (address[entry].equals(from) && now - arrived[entry] <= LIFETIME_NANOS) {
                return entry;
            }
        }
        return NONE;
    }
}
