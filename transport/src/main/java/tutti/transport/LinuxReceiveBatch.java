package tutti.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.libc.LibC;
import tutti.libc.iovec;
import tutti.libc.mmsghdr;
import tutti.libc.msghdr;

/**
 * Received datagrams in the memory {@code recvmmsg} wrote them to. Every slot has a header that points to its piece of
 * memory and to room for the sender's address; the pointers are set once. A receive leaves length and flags in the
 * header.
 *
 * <pre>
 *   headers   | mmsghdr 0 | mmsghdr 1 | ...
 *   pieces    | iovec 0   | iovec 1   | ...        one for each header
 *   senders   | sockaddr 0 | sockaddr 1 | ...
 *   payloads  | 8192 bytes + 64 | 8192 bytes + 64 | ...
 * </pre>
 *
 * The 64 bytes keep the first lines of the payloads from sharing one set of the processor's cache.
 */
final class LinuxReceiveBatch implements ReceiveBatch {
    private static final int STRIDE = SLOT_BYTES + 64;

    private final SocketAddressFormat format;
    private final MemorySegment headers;
    private final MemorySegment[] header;
    private final MemorySegment[] sender;
    private final UnsafeBuffer payloads;
    private int count;

    LinuxReceiveBatch(final SocketAddressFormat format, final int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("a receive batch needs at least 1 slot: " + slots);
        }
        this.format = format;
        final Arena arena = Arena.ofAuto();
        headers = arena.allocate(mmsghdr.layout(), slots);
        header = new MemorySegment[slots];
        sender = new MemorySegment[slots];
        final MemorySegment pieces = arena.allocate(iovec.layout(), slots);
        final MemorySegment senders = arena.allocate((long) slots * SocketAddressFormat.SLOT_BYTES, Long.BYTES);
        final MemorySegment payload = arena.allocate((long) slots * STRIDE, 64);
        payloads = new UnsafeBuffer(payload.asByteBuffer());
        for (int i = 0; i < slots; i++) {
            final MemorySegment piece = pieces.asSlice(i * iovec.sizeof(), iovec.sizeof());
            iovec.iov_base(piece, payload.address() + offset(i));
            iovec.iov_len(piece, SLOT_BYTES);
            sender[i] = senders.asSlice((long) i * SocketAddressFormat.SLOT_BYTES, SocketAddressFormat.SLOT_BYTES);
            header[i] = headers.asSlice(i * mmsghdr.sizeof(), mmsghdr.sizeof());
            msghdr.msg_name(header[i], sender[i].address());
            msghdr.msg_namelen(header[i], format.length());
            msghdr.msg_iov(header[i], piece.address());
            msghdr.msg_iovlen(header[i], 1);
        }
    }

    /** Forgets the datagrams and gives the kernel back what it overwrote in the headers of their slots. */
    void reset() {
        for (int i = 0; i < count; i++) {
            msghdr.msg_namelen(header[i], format.length());
        }
        count = 0;
    }

    /** All headers: the array for {@code recvmmsg}. */
    MemorySegment headers() {
        return headers;
    }

    /** The header of one slot, for {@code recvmsg}. */
    MemorySegment header(final int index) {
        return header[index];
    }

    /** {@code recvmmsg} has filled this many slots. */
    void received(final int datagrams) {
        count = datagrams;
    }

    /** {@code recvmsg} has filled the next slot. */
    void receivedOne(final int length) {
        mmsghdr.msg_len(header[count], length);
        count++;
    }

    @Override
    public int capacity() {
        return header.length;
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
        return mmsghdr.msg_len(header[index]);
    }

    @Override
    public boolean truncated(final int index) {
        return (msghdr.msg_flags(header[index]) & LibC.MSG_TRUNC) != 0;
    }

    @Override
    public long senderHigh(final int index) {
        return format.high(sender[index]);
    }

    @Override
    public long senderLow(final int index) {
        return format.low(sender[index]);
    }

    @Override
    public int senderPort(final int index) {
        return format.port(sender[index]);
    }

    @Override
    public int senderScope(final int index) {
        return format.scope(sender[index]);
    }
}
