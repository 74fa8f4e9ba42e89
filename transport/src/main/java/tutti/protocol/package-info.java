/**
 * The Jamulus wire protocol: frames, checksums, messages, and the stop-and-wait delivery of reliable messages.
 *
 * <p>A datagram is either a frame ({@link tutti.protocol.Frame#isMessage}) or audio. A frame's body is read and written
 * through one flyweight per message: the flyweight is a view, it owns no memory and allocates nothing. Reading is
 * {@code wrap(buffer, offset, length)}, which answers whether the body is valid; the accessors may be used only after
 * it answered {@code true}. Writing is a static {@code write(buffer, offset, fields...)} that answers the body's
 * length, made for being nested into {@link tutti.protocol.Frame#write}:
 *
 * <pre>{@code
 * int length = Frame.write(buffer, offset, MessageId.JITT_BUF_SIZE, counter,
 *     JitterBufferSize.write(buffer, Frame.bodyOffset(offset), 6));
 * }</pre>
 *
 * <p>Messages that the protocol defines as empty have no flyweight; their body is not checked on receipt.
 * {@link tutti.protocol.ReliableSender} and {@link tutti.protocol.ReliableReceiver} hold the two halves of one
 * connection's message state. Clients and servers use the same classes.
 *
 * <p>All numbers on the wire are unsigned and little-endian unless a field says otherwise. Section numbers in this
 * package refer to the project's reference of the protocol. Nothing here is safe for use by several threads at once.
 */
package tutti.protocol;
