package tutti.transport;

/**
 * Told about every datagram the kernel did not take, on the thread that flushes, in the middle of the flush.
 *
 * <p>Implementations only count: they must not allocate, block, throw, or touch the batch being flushed.
 */
@FunctionalInterface
public interface SendFailureListener {
    /** Ignores every failure; they are still counted in {@link TransportCounters}. */
    SendFailureListener NONE = (owner, errno) -> { };

    /**
     * A datagram was not sent and will not be tried again.
     *
     * @param owner the number given with the datagram to {@link SendBatch#add}
     * @param errno why, as a Linux {@code errno} value on every platform; {@link SendFailureKind#of(int)} sorts it
     */
    void onSendFailure(int owner, int errno);
}
