package tutti.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Datagrams to be sent one by one: where their pieces are, and who gets them. */
final class PortableSendBatch implements SendBatch {
    private final InetSocketAddress[] receiver;
    private final int[] owner;
    private final long[] headAddress;
    private final int[] headLength;
    private final long[] tailAddress;
    private final int[] tailLength;
    private final UnsafeBuffer copies;
    private final int copyBytesPerSlot;
    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private int size;

    PortableSendBatch(final int slots, final int copyBytesPerSlot) {
        if (slots < 1 || copyBytesPerSlot < 0) {
            throw new IllegalArgumentException("a send batch needs at least 1 slot of at least 0 bytes: "
                + slots + " slots, " + copyBytesPerSlot + " bytes");
        }
        receiver = new InetSocketAddress[slots];
        owner = new int[slots];
        headAddress = new long[slots];
        headLength = new int[slots];
        tailAddress = new long[slots];
        tailLength = new int[slots];
        copies = new UnsafeBuffer(ByteBuffer.allocateDirect(Math.multiplyExact(slots, copyBytesPerSlot)));
        this.copyBytesPerSlot = copyBytesPerSlot;
    }

    @Override
    public int capacity() {
        return owner.length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean add(final PeerAddress to, final int owner, final long address, final int length) {
        return add(to, owner, address, length, address, 0);
    }

    @Override
    public boolean add(final PeerAddress to, final int owner, final long address, final int length,
        final long tailAddress, final int tailLength) {
        if (isFull()) {
            return false;
        }
        receiver[size] = to.toSocketAddress();
        this.owner[size] = owner;
        headAddress[size] = address;
        headLength[size] = length;
        this.tailAddress[size] = tailAddress;
        this.tailLength[size] = tailLength;
        size++;
        return true;
    }

    @Override
    public boolean addCopy(
        final PeerAddress to, final int owner, final DirectBuffer source, final int offset, final int length) {
        if (length > copyBytesPerSlot) {
            throw new IllegalArgumentException(
                "the batch copies at most " + copyBytesPerSlot + " bytes a datagram: " + length);
        }
        if (isFull()) {
            return false;
        }
        final int slot = size * copyBytesPerSlot;
        source.getBytes(offset, copies, slot, length);
        return add(to, owner, copies.addressOffset() + slot, length);
    }

    @Override
    public void clear() {
        size = 0;
    }

    InetSocketAddress receiver(final int index) {
        return receiver[index];
    }

    int owner(final int index) {
        return owner[index];
    }

    int length(final int index) {
        return headLength[index] + tailLength[index];
    }

    /** Puts both pieces of a datagram together at the buffer's position. */
    void copyPayload(final int index, final ByteBuffer into) {
        copyPiece(headAddress[index], headLength[index], into);
        copyPiece(tailAddress[index], tailLength[index], into);
    }

    private void copyPiece(final long address, final int length, final ByteBuffer into) {
        piece.wrap(address, length);
        piece.getBytes(0, into, length);
    }
}
