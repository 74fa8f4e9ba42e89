package tutti.server;

import java.util.Arrays;
import tutti.transport.PeerAddress;
import tutti.transport.ReceiveBatch;

/**
 * Finds a small number by an exact address and port: an open-addressing hash over the 16 bytes of the address, the port
 * and the scope, with no object per entry. Removal closes the gap at once, so look-ups stay exact and short however
 * often clients come and go.
 */
final class AddressTable {

    /** What {@link #find} returns for an address that is not in the table. */
    static final int ABSENT = -1;

    private final long[] high;
    private final long[] low;
    private final long[] portAndScope;
    private final int[] value;
    private final int mask;
    private int size;

    /**
     * @param maxEntries most entries at a time, at least 1; the table is laid out four times as large.
     */
    AddressTable(final int maxEntries) {
        final int slots = Integer.highestOneBit(maxEntries * 4 - 1) << 1;
        high = new long[slots];
        low = new long[slots];
        portAndScope = new long[slots];
        value = new int[slots];
        Arrays.fill(value, ABSENT);
        mask = slots - 1;
    }

    /** The value stored for the sender of a received datagram, or {@link #ABSENT}. */
    int find(final ReceiveBatch batch, final int datagram) {
        return value[slotOf(batch.senderHigh(datagram), batch.senderLow(datagram),
            pack(batch.senderPort(datagram), batch.senderScope(datagram)))];
    }

    /** The value stored for an address, or {@link #ABSENT}. */
    int find(final PeerAddress address) {
        return value[slotOf(address.high(), address.low(), pack(address.port(), address.scope()))];
    }

    /**
     * Stores a value for an address that is not in the table yet.
     *
     * @param address the key.
     * @param newValue 0 or more.
     */
    void put(final PeerAddress address, final int newValue) {
        final long key = pack(address.port(), address.scope());
        final int slot = slotOf(address.high(), address.low(), key);
        if (value[slot] != ABSENT || size * 2 > mask) {
            throw new IllegalStateException(
                "cannot add " + address + ": " + size + " entries, value there " + value[slot]);
        }
        high[slot] = address.high();
        low[slot] = address.low();
        portAndScope[slot] = key;
        value[slot] = newValue;
        size++;
    }

    /** Removes an address; nothing happens when it is absent. */
    void remove(final PeerAddress address) {
        int hole = slotOf(address.high(), address.low(), pack(address.port(), address.scope()));
        if (value[hole] == ABSENT) {
            return;
        }
        size--;
        // Entries after the hole move back into it unless they sit between their own home and the hole.
        for (int next = (hole + 1) & mask; value[next] != ABSENT; next = (next + 1) & mask) {
            final int home = hash(high[next], low[next], portAndScope[next]) & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                high[hole] = high[next];
                low[hole] = low[next];
                portAndScope[hole] = portAndScope[next];
                value[hole] = value[next];
                hole = next;
            }
        }
        value[hole] = ABSENT;
    }

    int size() {
        return size;
    }

    private int slotOf(final long keyHigh, final long keyLow, final long keyPort) {
        int slot = hash(keyHigh, keyLow, keyPort) & mask;
        while (value[slot] != ABSENT
            && (low[slot] != keyLow || portAndScope[slot] != keyPort || high[slot] != keyHigh)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static long pack(final int port, final int scope) {
        return ((long) scope << Integer.SIZE) | port;
    }

    private static int hash(final long keyHigh, final long keyLow, final long keyPort) {
        long mixed = (keyHigh * 31 + keyLow) * 31 + keyPort;
        mixed = (mixed ^ (mixed >>> 32)) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
