package tutti.harness.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;
import tutti.protocol.ChatText;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;
import tutti.protocol.Ping;

/** What it costs to tell messages from audio, which every datagram has to pay for. Times are for one datagram. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class FrameBenchmark {

    private static final int DATAGRAMS = 128;
    /** Apart like the slots of a receive batch. */
    private static final int STRIDE = 8192 + 64;

    /** What the datagrams are. */
    @Param
    public Kind kind;

    private UnsafeBuffer buffer;
    private int[] lengths;
    private long messages;

    /** What a datagram can be. */
    public enum Kind {
        /** 72 bytes of audio, recognised by the first two. */
        AUDIO {
            @Override
            int write(final UnsafeBuffer buffer, final int offset, final Random random) {
                return audio(buffer, offset, 72, 1 + random.nextInt(255), random);
            }
        },
        /** 46 bytes of mono audio that begin as messages do, recognised by their length. */
        AUDIO_LIKE_A_MESSAGE {
            @Override
            int write(final UnsafeBuffer buffer, final int offset, final Random random) {
                return audio(buffer, offset, 46, 0, random);
            }
        },
        /** 13 bytes, recognised by the checksum. */
        PING {
            @Override
            int write(final UnsafeBuffer buffer, final int offset, final Random random) {
                final int length = Ping.write(buffer, Frame.bodyOffset(offset), random.nextInt());
                return Frame.write(buffer, offset, MessageId.CLM_PING_MS, 0, length);
            }
        },
        /** 600 bytes, recognised by the checksum. */
        CHAT {
            @Override
            int write(final UnsafeBuffer buffer, final int offset, final Random random) {
                final byte[] text = "x".repeat(600 - Frame.OVERHEAD - Short.BYTES).getBytes(UTF_8);
                final int length = ChatText.write(buffer, Frame.bodyOffset(offset), text);
                return Frame.write(buffer, offset, MessageId.CHAT_TEXT, random.nextInt(256), length);
            }
        };

        /** Writes a datagram and returns its length. */
        abstract int write(UnsafeBuffer buffer, int offset, Random random);

        boolean isMessage() {
            return this == PING || this == CHAT;
        }

        private static int audio(final UnsafeBuffer buffer, final int offset, final int length, final int firstByte,
            final Random random) {
            for (int i = 0; i < length; i++) {
                buffer.putByte(offset + i, (byte) random.nextInt());
            }
            buffer.putByte(offset, (byte) firstByte);
            buffer.putByte(offset + 1, (byte) 0);
            return length;
        }
    }

    /** Writes the datagrams. */
    @Setup
    public void prepare() {
        final Random random = new Random(kind.ordinal());
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(DATAGRAMS * STRIDE));
        lengths = new int[DATAGRAMS];
        for (int i = 0; i < DATAGRAMS; i++) {
            lengths[i] = kind.write(buffer, i * STRIDE, random);
        }
        messages = kind.isMessage() ? DATAGRAMS : 0;
    }

    /** The full check. */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long isMessage() {
        int found = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            found += Frame.isMessage(buffer, i * STRIDE, lengths[i]) ? 1 : 0;
        }
        return Expect.equal("messages", messages, found);
    }

    /** The check of tag and length alone, which is all that audio needs. */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long hasFrameLength() {
        int found = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            found += Frame.hasFrameLength(buffer, i * STRIDE, lengths[i]) ? 1 : 0;
        }
        return Expect.equal("messages", messages, found);
    }
}
