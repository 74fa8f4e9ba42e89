package tutti.server;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.TransportProperties;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;

/**
 * Strangers whose first packet has come, but who have not yet proven that what is sent to their address reaches them.
 * <p>
 * Any datagram may come from a forged address, so a stranger costs one entry here and one small message, and nothing
 * is decoded, mixed or listed for it. Its entry ends after {@link #LIFETIME_NANOS}, or when it is the oldest and room
 * is needed; the acknowledgement of its client id makes it a channel. A channel id is only proposed: as long as there
 * are free ids each entry proposes another one, after that ids are proposed twice and whoever acknowledges first has
 * it. So strangers by the hundred keep no musician out.
 * <p>
 * The message that proposes an id has that id as its counter too. A client takes a repeated pair of message id and
 * counter for the same message, so one that lost its entry and got another, with another id, would not learn that
 * otherwise; and its acknowledgement says which id it knows.
 * <p>
 * Entries are numbered 0 to capacity - 1 and linked by age, oldest first.
 */
final class PendingPeers {

    /** How long an entry lives without an acknowledgement, in ns. */
    static final long LIFETIME_NANOS = 1_000_000_000L;

    /** Entries per source address, or IPv6 network: ten musicians can sit behind one address and join together. */
    static final int MAX_PER_ADDRESS = 32;

    /** No channel id. */
    static final int NO_ID = -1;

    private static final int NONE = -1;

    private final PeerAddress[] address;
    private final int[] channelId;
    private final long[] born;
    private final long[] lastSent;
    private final int[] older;
    private final int[] newer;
    private final boolean[] hasProperties;
    private final UnsafeBuffer[] properties;
    private final int[] propertiesCounter;
    private final int[] proposals;
    private final AddressTable byAddress;
    private int oldest = NONE;
    private int newest = NONE;
    private int firstFree;

    /**
     * @param capacity most entries at a time.
     * @param channelIds number of channel ids there are.
     */
    PendingPeers(final int capacity, final int channelIds) {
        address = new PeerAddress[capacity];
        channelId = new int[capacity];
        born = new long[capacity];
        lastSent = new long[capacity];
        older = new int[capacity];
        newer = new int[capacity];
        hasProperties = new boolean[capacity];
        properties = new UnsafeBuffer[capacity];
        propertiesCounter = new int[capacity];
        proposals = new int[channelIds];
        byAddress = new AddressTable(capacity);
        for (int entry = 0; entry < capacity; entry++) {
            address[entry] = new PeerAddress();
            properties[entry] = new UnsafeBuffer(new byte[TransportProperties.BODY_LENGTH]);
            newer[entry] = entry + 1 < capacity ? entry + 1 : NONE;
        }
    }

    /** The entry of a datagram's sender, or {@link AddressTable#ABSENT}. */
    int find(final ReceiveBatch batch, final int datagram) {
        return byAddress.find(batch, datagram);
    }

    /** Number of entries. */
    int size() {
        return byAddress.size();
    }

    /** The oldest entry, or -1 when there is none. */
    int oldest() {
        return oldest;
    }

    /** The entry that came next after the given one, or -1. */
    int next(final int entry) {
        return newer[entry];
    }

    /**
     * Removes the oldest entry of a stranger's address, or of all, when a bound is reached.
     *
     * @param from the stranger who is to be added.
     * @return whether an entry had to go.
     */
    boolean makeRoom(final PeerAddress from) {
        int sameAddress = 0;
        int oldestOfAddress = NONE;
        for (int entry = oldest; entry != NONE; entry = newer[entry]) {
            if (address[entry].network() == from.network()) {
                sameAddress++;
                oldestOfAddress = oldestOfAddress == NONE ? entry : oldestOfAddress;
            }
        }
        if (sameAddress >= MAX_PER_ADDRESS) {
            remove(oldestOfAddress);
            return true;
        }
        if (firstFree == NONE) {
            remove(oldest);
            return true;
        }
        return false;
    }

    /**
     * Adds a stranger for whom there is {@linkplain #makeRoom room}.
     *
     * @param from the stranger, not yet in the table.
     * @param proposedId the channel id to propose.
     * @param now present time in ns.
     * @return the entry.
     */
    int add(final PeerAddress from, final int proposedId, final long now) {
        final int entry = firstFree;
        firstFree = newer[entry];
        address[entry].copyFrom(from);
        channelId[entry] = proposedId;
        proposals[proposedId]++;
        born[entry] = now;
        lastSent[entry] = now;
        hasProperties[entry] = false;
        older[entry] = newest;
        newer[entry] = NONE;
        if (newest == NONE) {
            oldest = entry;
        } else {
            newer[newest] = entry;
        }
        newest = entry;
        byAddress.put(address[entry], entry);
        return entry;
    }

    /** Removes an entry. */
    void remove(final int entry) {
        byAddress.remove(address[entry]);
        proposals[channelId[entry]]--;
        if (older[entry] == NONE) {
            oldest = newer[entry];
        } else {
            newer[older[entry]] = newer[entry];
        }
        if (newer[entry] == NONE) {
            newest = older[entry];
        } else {
            older[newer[entry]] = older[entry];
        }
        newer[entry] = firstFree;
        firstFree = entry;
    }

    /** Whether the entry has outlived {@link #LIFETIME_NANOS}. */
    boolean isExpired(final int entry, final long now) {
        return now - born[entry] > LIFETIME_NANOS;
    }

    /** Whether some entry proposes this channel id. */
    boolean proposes(final int id) {
        return proposals[id] > 0;
    }

    PeerAddress address(final int entry) {
        return address[entry];
    }

    /** The channel id proposed to the stranger, and the counter of the message that does so. */
    int channelId(final int entry) {
        return channelId[entry];
    }

    /** When its client id was last sent, in ns. */
    long lastSent(final int entry) {
        return lastSent[entry];
    }

    void sentAgain(final int entry, final long now) {
        lastSent[entry] = now;
    }

    /** Remembers transport properties that came before the acknowledgement, so that the music starts sooner. */
    void rememberProperties(final int entry, final int counter, final DirectBuffer source,
        final int offset) {
        properties[entry].putBytes(0, source, offset, TransportProperties.BODY_LENGTH);
        propertiesCounter[entry] = counter;
        hasProperties[entry] = true;
    }

    boolean hasProperties(final int entry) {
        return hasProperties[entry];
    }

    /** Body of the remembered properties message. */
    UnsafeBuffer properties(final int entry) {
        return properties[entry];
    }

    /** Counter field of the remembered properties message. */
    int propertiesCounter(final int entry) {
        return propertiesCounter[entry];
    }
}
