package tutti.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.libc.iovec;
import tutti.libc.mmsghdr;
import tutti.libc.msghdr;

/**
 * Datagrams in the memory {@code sendmmsg} reads them from. Every slot has a header that points to its two pieces and
 * to its receiver's address; these pointers are set once, an {@code add} writes only what differs from datagram to
 * datagram.
 *
 * <pre>
 *   headers    | mmsghdr 0           | mmsghdr 1           | ...
 *   pieces     | iovec 0a | iovec 0b | iovec 1a | iovec 1b | ...
 *   receivers  | sockaddr 0          | sockaddr 1          | ...
 *   copies     | bytes of addCopy 0  | bytes of addCopy 1  | ...
 * </pre>
 */
final class LinuxSendBatch implements SendBatch {
    private static final int PIECES = 2;

    private final SocketAddressFormat format;
    private final MemorySegment[] headersFrom;
    private final MemorySegment[] head;
    private final MemorySegment[] tail;
    private final MemorySegment[] receiver;
    private final int[] owner;
    private final UnsafeBuffer copies;
    private final int copyBytesPerSlot;
    private int size;

    LinuxSendBatch(final SocketAddressFormat format, final int slots, final int copyBytesPerSlot) {
        if (slots < 1 || copyBytesPerSlot < 0) {
            throw new IllegalArgumentException("a send batch needs at least 1 slot of at least 0 bytes: "
                + slots + " slots, " + copyBytesPerSlot + " bytes");
        }
        this.format = format;
        this.copyBytesPerSlot = copyBytesPerSlot;
        headersFrom = new MemorySegment[slots];
        head = new MemorySegment[slots];
        tail = new MemorySegment[slots];
        receiver = new MemorySegment[slots];
        owner = new int[slots];
        final Arena arena = Arena.ofAuto();
        copies = new UnsafeBuffer(arena.allocate((long) slots * copyBytesPerSlot, Long.BYTES).asByteBuffer());
        final MemorySegment headers = arena.allocate(mmsghdr.layout(), slots);
        final MemorySegment pieces = arena.allocate(iovec.layout(), (long) slots * PIECES);
        final MemorySegment receivers = arena.allocate((long) slots * SocketAddressFormat.SLOT_BYTES, Long.BYTES);
        for (int i = 0; i < slots; i++) {
            headersFrom[i] = headers.asSlice(i * mmsghdr.sizeof());
            head[i] = pieces.asSlice(i * PIECES * iovec.sizeof(), iovec.sizeof());
            tail[i] = pieces.asSlice((i * PIECES + 1) * iovec.sizeof(), iovec.sizeof());
            receiver[i] = receivers.asSlice((long) i * SocketAddressFormat.SLOT_BYTES, SocketAddressFormat.SLOT_BYTES);
            msghdr.msg_name(headersFrom[i], receiver[i].address());
            msghdr.msg_namelen(headersFrom[i], format.length());
            msghdr.msg_iov(headersFrom[i], head[i].address());
        }
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
        if (size == capacity()) {
            return false;
        }
        put(to, owner, address, length, 1);
        return true;
    }

    @Override
    public boolean add(final PeerAddress to, final int owner, final long address, final int length,
        final long tailAddress, final int tailLength) {
        if (size == capacity()) {
            return false;
        }
        iovec.iov_base(tail[size], tailAddress);
        iovec.iov_len(tail[size], tailLength);
        put(to, owner, address, length, PIECES);
        return true;
    }

    @Override
    public boolean addCopy(
        final PeerAddress to, final int owner, final DirectBuffer source, final int offset, final int length) {
        if (length > copyBytesPerSlot) {
            throw new IllegalArgumentException(
                "the batch copies at most " + copyBytesPerSlot + " bytes a datagram: " + length);
        }
        if (size == capacity()) {
            return false;
        }
        final int slot = size * copyBytesPerSlot;
        source.getBytes(offset, copies, slot, length);
        put(to, owner, copies.addressOffset() + slot, length, 1);
        return true;
    }

    private void put(final PeerAddress to, final int owner, final long address, final int length, final int pieces) {
        iovec.iov_base(head[size], address);
        iovec.iov_len(head[size], length);
        msghdr.msg_iovlen(headersFrom[size], pieces);
        format.write(receiver[size], to.high(), to.low(), to.port(), to.scope());
        this.owner[size] = owner;
        size++;
    }

    @Override
    public void clear() {
        size = 0;
    }

    /** The headers of this slot and all after it: what {@code sendmmsg} and {@code sendmsg} are given. */
    MemorySegment headersFrom(final int index) {
        return headersFrom[index];
    }

    /** The caller's number for the peer in this slot. */
    int owner(final int index) {
        return owner[index];
    }
}
