package tutti.fleet;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends {@link HostileDatagrams} to the server, from a few ports and at a steady rate, until it is told to stop. On the
 * loopback interface they have addresses other than the clients', because a server may ration by address.
 */
final class Flood implements Runnable, AutoCloseable {

    private static final int PORTS = 8;
    private static final byte[] FIRST_ADDRESS = {127, 66, 0, 1};
    private static final long TURN_NANOS = 1_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final InetSocketAddress server;
    private final int perSecond;
    private final HostileDatagrams datagrams;
    private final DatagramChannel[] channels = new DatagramChannel[PORTS];
    private final ByteBuffer memory = ByteBuffer.allocateDirect(HostileDatagrams.MAX_LENGTH);
    private final UnsafeBuffer view = new UnsafeBuffer(memory);
    private volatile boolean stopped;
    private volatile long sent;

    /** @throws IOException when the system gives no sockets */
    Flood(final InetSocketAddress server, final int perSecond, final SplittableRandom random) throws IOException {
        this.server = server;
        this.perSecond = perSecond;
        this.datagrams = new HostileDatagrams(random);
        final boolean loopback =
                server.getAddress() instanceof Inet4Address && server.getAddress().isLoopbackAddress();
        for (int i = 0; i < PORTS; i++) {
            channels[i] = DatagramChannel.open();
            channels[i].configureBlocking(false);
            if (loopback) {
                final byte[] address = FIRST_ADDRESS.clone();
                address[address.length - 1] += (byte) i;
                channels[i].bind(new InetSocketAddress(InetAddress.getByAddress(address), 0));
            }
        }
    }

    @Override
    public void run() {
        final long start = System.nanoTime();
        long turns = 0;
        while (!stopped) {
            final long due = (System.nanoTime() - start) / TURN_NANOS * perSecond / (NANOS_PER_SECOND / TURN_NANOS);
            // What was missed in a stall stays missed.
            turns = Math.max(turns, due - perSecond);
            for (; turns < due; turns++) {
                sendOne();
            }
            LockSupport.parkNanos(TURN_NANOS);
        }
    }

    private void sendOne() {
        final int length = datagrams.next(view);
        try {
            sent += channels[(int) (sent % PORTS)].send(memory.limit(length).position(0), server) > 0 ? 1 : 0;
        } catch (final IOException refused) {
            // The kernel has no room, or the last one was refused: the next one may get through.
        }
        memory.clear();
    }

    /** Makes it end within a millisecond or so. */
    void stop() {
        stopped = true;
    }

    /** {@return datagrams handed to the kernel} */
    long sent() {
        return sent;
    }

    @Override
    public void close() throws IOException {
        stop();
        for (final DatagramChannel channel : channels) {
            channel.close();
        }
    }
}
