package tutti.transport;

/**
 * Which of the two sockets of a steered transport to read.
 *
 * <p>The sorting is done by the kernel on the first two payload bytes, so it is a hint: up to 2 % of mono audio packets
 * begin with two zero bytes and arrive on {@link #CONTROL}, and a message may arrive on {@link #AUDIO} when the
 * transport is not steered. What comes out of either lane must still be classified by the full frame check.
 */
public enum Lane {
    /**
     * Datagrams beginning with two zero bytes: protocol messages. Their arrival ends {@link DatagramTransport#await}.
     */
    CONTROL,
    /** Everything else: they pile up in the kernel until they are read. */
    AUDIO
}
