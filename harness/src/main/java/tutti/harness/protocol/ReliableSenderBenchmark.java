package tutti.harness.protocol;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.ReliableSender;

/** What it costs to send a message reliably, and to find out that there is nothing to send. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReliableSenderBenchmark {

    /** The queue of one connection, and a message for it. */
    @State(Scope.Thread)
    public static class Connection {

        /** Bytes of the message's body: a fader's, a chat text's, and a list's that goes in three parts. */
        @Param({"3", "500", "1200"})
        public int bodyBytes;

        private final ReliableSender sender = new ReliableSender(64 * 1024);
        private final UnsafeBuffer frame = new UnsafeBuffer(ByteBuffer.allocateDirect(Frame.MAX_BODY_LENGTH));
        private UnsafeBuffer body;
        private long now;

        /** Makes the message. */
        @Setup
        public void prepare() {
            final byte[] bytes = new byte[bodyBytes];
            new Random(bodyBytes).nextBytes(bytes);
            body = new UnsafeBuffer(bytes);
            sender.setPeerSplits(true);
        }
    }

    /** The queues of a full server, each with a message that was sent and is not yet acknowledged. */
    @State(Scope.Thread)
    public static class FullServer {

        private static final int CLIENTS = 150;

        private final ReliableSender[] senders = new ReliableSender[CLIENTS];
        private long now;

        /** Sends the messages. */
        @Setup
        public void prepare() {
            for (int client = 0; client < CLIENTS; client++) {
                senders[client] = new ReliableSender(64 * 1024);
                senders[client].offerEmpty(MessageId.REQ_CHANNEL_INFOS);
                senders[client].sent(now);
            }
        }
    }

    /** Queues a message, sends it and takes its acknowledgement; all its parts, if it has several. */
    @Benchmark
    public long offerSendAcknowledge(final Connection connection) {
        final ReliableSender sender = connection.sender;
        long sent = 0;
        sender.offer(MessageId.CHAT_TEXT, connection.body, 0, connection.bodyBytes);
        while (sender.due(connection.now++)) {
            sender.sent(connection.now);
            sent += sender.headLength();
            sender.acknowledge(Frame.id(sender.headBuffer(), sender.headOffset()),
                Frame.counter(sender.headBuffer(), sender.headOffset()));
        }
        Expect.equal("messages not acknowledged", 0, sender.queuedMessages());
        return sent;
    }

    /** Copies and frames the same message without a queue: what sending it costs at the least. */
    @Benchmark
    public int copyAndFrame(final Connection connection) {
        final UnsafeBuffer frame = connection.frame;
        frame.putBytes(Frame.bodyOffset(0), connection.body, 0, connection.bodyBytes);
        return Frame.write(frame, 0, MessageId.CHAT_TEXT, (int) connection.now++, connection.bodyBytes);
    }

    /** Looks whether anything is due for 150 clients, as happens in every frame; nothing is. */
    @Benchmark
    public long nothingDueFor150(final FullServer server) {
        server.now = (server.now + 1) % ReliableSender.RETRANSMISSION_NANOS;
        int due = 0;
        for (final ReliableSender sender : server.senders) {
            due += sender.due(server.now) ? 1 : 0;
        }
        return Expect.equal("messages due", 0, due);
    }
}
