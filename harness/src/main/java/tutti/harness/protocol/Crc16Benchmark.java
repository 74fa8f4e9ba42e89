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
import tutti.protocol.Crc16;

/** What a frame's checksum costs: with the table of the protocol code, and bit by bit as its definition goes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class Crc16Benchmark {

    /** Bytes that the checksum covers. */
    @Param({"20", "72", "600"})
    public int length;

    private UnsafeBuffer buffer;
    private int checksum;

    /** Fills the memory with random bytes. */
    @Setup
    public void prepare() {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        buffer.putBytes(0, bytes);
        checksum = bitByBit(buffer, length);
    }

    /** One look-up for each byte, eight of them at a time. */
    @Benchmark
    public long table() {
        return Expect.equal("checksum", checksum, Crc16.of(buffer, 0, length));
    }

    /** Eight shifts for each byte. */
    @Benchmark
    public long bitByBit() {
        return Expect.equal("checksum", checksum, bitByBit(buffer, length));
    }

    private static int bitByBit(final UnsafeBuffer buffer, final int length) {
        int register = 0xFFFF;
        for (int i = 0; i < length; i++) {
            register ^= (buffer.getByte(i) & 0xFF) << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                register = register << 1 ^ ((register & 0x8000) == 0 ? 0 : 0x11021);
            }
        }
        return register ^ 0xFFFF;
    }
}
