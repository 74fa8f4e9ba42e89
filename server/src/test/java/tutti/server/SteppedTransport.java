package tutti.server;

import java.io.IOException;
import java.net.InetAddress;
import tutti.transport.DatagramTransport;
import tutti.transport.Lane;
import tutti.transport.LinuxTransport;
import tutti.transport.ReceiveBatch;
import tutti.transport.SendBatch;
import tutti.transport.TransportCounters;
import tutti.transport.TransportOptions;

/** The real transport on the loopback interface, except that a sleep moves a test's clock instead of taking time. */
final class SteppedTransport implements DatagramTransport {

    private final LinuxTransport real;
    private final ManualClock clock;
    private boolean looked;
    private long receiveNanos;

    private SteppedTransport(final LinuxTransport real, final ManualClock clock) {
        this.real = real;
        this.clock = clock;
    }

    static SteppedTransport open(final ManualClock clock) throws IOException {
        return new SteppedTransport(LinuxTransport.open(
            TransportOptions.onPort(0).withBindAddress(InetAddress.getByName("127.0.0.1"))), clock);
    }

    /** Lets it take some time to receive audio, if there is any. */
    void setReceiveNanos(final long nanos) {
        receiveNanos = nanos;
    }

    /** Lets the server look for messages once a sleep; whatever a test has sent is there already. */
    @Override
    public boolean await(final long deadlineNanos, final boolean audioToo) {
        looked = !looked;
        if (!looked) {
            clock.moveTo(deadlineNanos);
        }
        return looked;
    }

    @Override
    public void sleepUntil(final long deadlineNanos) {
        clock.moveTo(deadlineNanos);
    }

    @Override
    public int receive(final Lane lane, final ReceiveBatch into) {
        final int count = real.receive(lane, into);
        if (lane == Lane.AUDIO && count > 0) {
            clock.advance(receiveNanos);
        }
        return count;
    }

    @Override
    public int flush(final SendBatch batch) {
        return real.flush(batch);
    }

    @Override
    public int flushEach(final SendBatch batch) {
        return real.flushEach(batch);
    }

    @Override
    public ReceiveBatch newReceiveBatch(final int slots) {
        return real.newReceiveBatch(slots);
    }

    @Override
    public SendBatch newSendBatch(final int slots, final int copyBytesPerSlot) {
        return real.newSendBatch(slots, copyBytesPerSlot);
    }

    @Override
    public int localPort() {
        return real.localPort();
    }

    @Override
    public boolean isSteered() {
        return real.isSteered();
    }

    @Override
    public int receiveBufferBytes() {
        return real.receiveBufferBytes();
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public TransportCounters counters() {
        return real.counters();
    }

    @Override
    public void close() {
        real.close();
    }
}
