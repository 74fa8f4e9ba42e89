package tutti.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A frame's worth of waiting, receiving and sending allocates nothing once it is compiled. */
@EnabledOnOs(OS.LINUX)
final class LinuxTransportAllocationTest {
    private static final int PEERS = 8;
    private static final int FRAMES_A_ROUND = 4_000;
    /** Until everything is compiled, and that takes long on a busy machine. */
    private static final int MOST_ROUNDS = 50;

    private long failures;

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void framesAllocateNothing(final boolean batchReceive, final boolean batchSend) throws IOException {
        final TransportOptions options = TransportOptions.onPort(0).withBatchReceive(batchReceive);
        try (LinuxTransport transport = LinuxTransport.open(options, (owner, errno) -> failures++)) {
            final Loop loop = new Loop(transport, batchSend);
            long allocated = loop.allocatedInRound();
            int rounds = 1;
            while (allocated != 0 && rounds < MOST_ROUNDS) {
                allocated = loop.allocatedInRound();
                rounds++;
            }
            assertEquals(0, allocated, "bytes allocated in the last of " + rounds + " rounds");
            assertEquals(0, failures);
            assertEquals((long) rounds * FRAMES_A_ROUND * (PEERS + 1), loop.received);
        }
    }

    /** Sends audio and a message to its own port and takes them back, as a server does with its musicians. */
    private static final class Loop {
        private final LinuxTransport transport;
        private final boolean batchSend;
        private final ReceiveBatch in;
        private final SendBatch out;
        private final PeerAddress self;
        private final PeerAddress sender = new PeerAddress();
        private final UnsafeBuffer audio = new UnsafeBuffer(ByteBuffer.allocateDirect(100));
        private final UnsafeBuffer message = new UnsafeBuffer(new byte[9]);
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long thread = Thread.currentThread().threadId();
        private long received;

        Loop(final LinuxTransport transport, final boolean batchSend) {
            this.transport = transport;
            this.batchSend = batchSend;
            in = transport.newReceiveBatch(PEERS + 1);
            out = transport.newSendBatch(PEERS + 1, message.capacity());
            self = new PeerAddress(new InetSocketAddress(TransportSuite.IPV4, transport.localPort()));
            audio.setMemory(0, audio.capacity(), (byte) 1);
        }

        /** Runs a round of frames; returns the bytes that this thread allocated in it. */
        long allocatedInRound() {
            final long before = threads.getThreadAllocatedBytes(thread);
            run();
            return threads.getThreadAllocatedBytes(thread) - before;
        }

        private void run() {
            for (int frame = 0; frame < FRAMES_A_ROUND; frame++) {
                for (int i = 0; i < PEERS; i++) {
                    out.add(self, i, audio.addressOffset(), 71, audio.addressOffset() + 80, 1);
                }
                out.addCopy(self, PEERS, message, 0, message.capacity());
                if (batchSend) {
                    transport.flush(out);
                } else {
                    transport.flushEach(out);
                }
                final boolean message = transport.await(System.nanoTime() + 1_000_000_000L, false);
                received += message ? receive(Lane.CONTROL) : 0;
                received += receive(Lane.AUDIO);
                // Nothing is left: the wait runs into its deadline.
                transport.await(System.nanoTime() + 1_000, false);
            }
        }

        private int receive(final Lane lane) {
            final int count = transport.receive(lane, in);
            for (int i = 0; i < count; i++) {
                in.sender(i, sender);
            }
            return sender.port() == self.port() ? count : 0;
        }
    }
}
