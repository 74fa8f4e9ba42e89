package tutti.transport;

import java.lang.foreign.MemorySegment;
import tutti.libc.sock_filter;

/**
 * One instruction of a classic BPF program, see socket filtering in the kernel's networking documentation.
 *
 * @param code what to do: {@code BPF_...} constants added up
 * @param ifTrue instructions to skip when a comparison holds
 * @param ifFalse instructions to skip when it does not
 * @param operand a number, or an offset in bytes
 */
record BpfInstruction(int code, int ifTrue, int ifFalse, int operand) {
    void write(final MemorySegment to) {
        sock_filter.code(to, (short) code);
        sock_filter.jt(to, (byte) ifTrue);
        sock_filter.jf(to, (byte) ifFalse);
        sock_filter.k(to, operand);
    }
}
