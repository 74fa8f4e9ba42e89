package tutti.server;

import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;

/**
 * The channels: one slot per possible client, made at the start, found by channel id or by exact address and port.
 * Connected channels are also listed in ascending order of their ids, the order of every list and of the mix.
 */
final class SessionTable {

    private static final int NONE = -1;

    private final Session[] slots;
    private final Session[] connected;
    private final AddressTable byAddress;
    private int count;

    /**
     * @param slots one session for every id from 0 on.
     */
    SessionTable(final Session[] slots) {
        this.slots = slots;
        connected = new Session[slots.length];
        byAddress = new AddressTable(slots.length);
    }

    /** Number of slots. */
    int capacity() {
        return slots.length;
    }

    /** Number of connected channels. */
    int count() {
        return count;
    }

    /** The connected channel at a position of the ascending list, 0 to {@link #count()} - 1. */
    Session connected(final int position) {
        return connected[position];
    }

    /** The slot of a channel id, connected or not. */
    Session slot(final int id) {
        return slots[id];
    }

    /** Whether a channel id is in use. Ids outside the table are not. */
    boolean isConnected(final int id) {
        return id >= 0 && id < slots.length && slots[id].isConnected();
    }

    /** The connected channel of a datagram's sender, or null. */
    Session find(final ReceiveBatch batch, final int datagram) {
        final int id = byAddress.find(batch, datagram);
        return id == AddressTable.ABSENT ? null : slots[id];
    }

    /**
     * Finds an id for a newcomer: the lowest that is neither connected nor proposed to someone else, else the lowest
     * that is not connected.
     *
     * @param pending strangers to whom ids are proposed.
     * @return the id, or -1 when all channels are connected.
     */
    int proposeId(final PendingPeers pending) {
        for (int id = 0; id < slots.length; id++) {
            if (!slots[id].isConnected() && !pending.proposes(id)) {
                return id;
            }
        }
        return lowestFreeId();
    }

    /** The lowest id that is not connected, or -1. */
    int lowestFreeId() {
        for (int id = 0; id < slots.length; id++) {
            if (!slots[id].isConnected()) {
                return id;
            }
        }
        return NONE;
    }

    /**
     * Connects a free slot.
     *
     * @param id id of a slot that is not connected.
     * @param address the client's address, not yet in the table.
     * @param now present time in ns.
     * @return the connected session.
     */
    Session connect(final int id, final PeerAddress address, final long now) {
        final Session session = slots[id];
        byAddress.put(address, id);
        session.connect(address, now);
        int position = count++;
        for (; position > 0 && connected[position - 1].id() > id; position--) {
            connected[position] = connected[position - 1];
        }
        connected[position] = session;
        return session;
    }

    /** Frees the slot of a connected session. */
    void disconnect(final Session session) {
        byAddress.remove(session.address());
        session.disconnect();
        int position = 0;
        while (connected[position] != session) {
            position++;
        }
        count--;
        for (; position < count; position++) {
            connected[position] = connected[position + 1];
        }
        connected[count] = null;
    }
}
