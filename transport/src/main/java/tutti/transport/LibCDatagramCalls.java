package tutti.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import tutti.libc.LibC;

/** The calls as the C library makes them. Belongs to one thread, because {@code errno} is captured in its memory. */
final class LibCDatagramCalls implements DatagramCalls {
    private final MemorySegment errno = Arena.ofAuto().allocate(LibC.capturedState$layout());

    @Override
    public int sendmmsg(final int socket, final MemorySegment headers, final int count, final int flags) {
        return resultOf(LibC.sendmmsg(errno, socket, headers, count, flags));
    }

    @Override
    public int sendmsg(final int socket, final MemorySegment header, final int flags) {
        return resultOf((int) LibC.sendmsg(errno, socket, header, flags));
    }

    @Override
    public int recvmmsg(final int socket, final MemorySegment headers, final int count, final int flags) {
        return resultOf(LibC.recvmmsg(errno, socket, headers, count, flags, MemorySegment.NULL));
    }

    @Override
    public int recvmsg(final int socket, final MemorySegment header, final int flags) {
        return resultOf((int) LibC.recvmsg(errno, socket, header, flags));
    }

    @Override
    public int ppoll(final MemorySegment descriptors, final int count, final MemorySegment timeout) {
        return resultOf(LibC.ppoll(errno, descriptors, count, timeout, MemorySegment.NULL));
    }

    private int resultOf(final int returned) {
        return returned == -1 ? -LibC.errno(errno) : returned;
    }
}
