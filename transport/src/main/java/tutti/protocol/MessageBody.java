package tutti.protocol;

import org.agrona.DirectBuffer;

/**
 * Common part of the flyweights: the region of a buffer that holds one message's body. A flyweight is a view; it owns
 * nothing and stays valid as long as the bytes below it do.
 */
public abstract class MessageBody {
    private DirectBuffer buffer;
    private int offset;
    private int length;

    MessageBody() {
    }

    /**
     * Puts the flyweight over a body and checks it as a receiver must (section 3).
     *
     * @param buffer holds the body
     * @param offset of the body's first byte
     * @param length of the body in bytes, from 0; the region must lie within the buffer
     * @return false if the body is malformed or a value is out of range: the message is then to be ignored as a whole
     *     and no accessor may be used
     */
    public abstract boolean wrap(DirectBuffer buffer, int offset, int length);

    /**
     * The buffer below.
     *
     * @return as given to {@link #wrap}
     */
    public final DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Where the body starts in the buffer.
     *
     * @return as given to {@link #wrap}
     */
    public final int offset() {
        return offset;
    }

    /**
     * Length of the body.
     *
     * @return bytes, as given to {@link #wrap}
     */
    public final int length() {
        return length;
    }

    final void set(final DirectBuffer buffer, final int offset, final int length) {
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
    }

    final int u8(final int fieldOffset) {
        return Wire.u8(buffer, offset + fieldOffset);
    }

    final int u16(final int fieldOffset) {
        return Wire.u16(buffer, offset + fieldOffset);
    }

    final int i32(final int fieldOffset) {
        return Wire.i32(buffer, offset + fieldOffset);
    }
}
