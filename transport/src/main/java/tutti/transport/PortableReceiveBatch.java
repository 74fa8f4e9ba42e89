package tutti.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Received datagrams, each in its own piece of one direct buffer. */
final class PortableReceiveBatch implements ReceiveBatch {
    /** A channel cuts a long datagram silently; one byte of room beyond the slot shows that it did. */
    private static final int ROOM = SLOT_BYTES + 1;
    private static final int STRIDE = SLOT_BYTES + 64;

    private final UnsafeBuffer payloads;
    private final ByteBuffer[] room;
    private final PeerAddress[] sender;
    private int count;

    PortableReceiveBatch(final int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("a receive batch needs at least 1 slot: " + slots);
        }
        final ByteBuffer memory = ByteBuffer.allocateDirect(Math.multiplyExact(slots, STRIDE));
        payloads = new UnsafeBuffer(memory);
        room = new ByteBuffer[slots];
        sender = new PeerAddress[slots];
        for (int i = 0; i < slots; i++) {
            room[i] = memory.slice(offset(i), ROOM);
            sender[i] = new PeerAddress();
        }
    }

    void reset() {
        count = 0;
    }

    /** Where the next datagram is to be received, empty. */
    ByteBuffer nextRoom() {
        return room[count].clear();
    }

    /** The room given last has been filled. */
    void received(final InetSocketAddress from) {
        sender[count].set(from);
        count++;
    }

    @Override
    public int capacity() {
        return room.length;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public DirectBuffer buffer() {
        return payloads;
    }

    @Override
    public int offset(final int index) {
        return index * STRIDE;
    }

    @Override
    public int length(final int index) {
        return Math.min(room[index].position(), SLOT_BYTES);
    }

    @Override
    public boolean truncated(final int index) {
        return room[index].position() > SLOT_BYTES;
    }

    @Override
    public void sender(final int index, final PeerAddress into) {
        into.copyFrom(sender[index]);
    }

    @Override
    public long senderHigh(final int index) {
        return sender[index].high();
    }

    @Override
    public long senderLow(final int index) {
        return sender[index].low();
    }

    @Override
    public int senderPort(final int index) {
        return sender[index].port();
    }

    @Override
    public int senderScope(final int index) {
        return sender[index].scope();
    }
}
