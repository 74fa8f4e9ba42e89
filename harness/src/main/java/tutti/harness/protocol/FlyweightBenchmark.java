package tutti.harness.protocol;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;

/** What messages cost to write and to read, on average over a mix of them. Times are for one message. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class FlyweightBenchmark {

    private Messages messages;
    private long written;

    /** Writes the messages once. */
    @Setup
    public void prepare() {
        messages = new Messages();
        written = messages.write();
    }

    /** Body, header and checksum are written. */
    @Benchmark
    @OperationsPerInvocation(Messages.COUNT)
    public long writeFrames() {
        return Expect.equal("sum of the values", written, messages.write());
    }

    /** Frame, checksum and body are checked, the values read. */
    @Benchmark
    @OperationsPerInvocation(Messages.COUNT)
    public long readFrames() {
        return Expect.equal("sum of the values", written, messages.readFrames());
    }

    /** Bodies are checked, the values read: what remains without the checksum. */
    @Benchmark
    @OperationsPerInvocation(Messages.COUNT)
    public long readBodies() {
        return Expect.equal("sum of the values", written, messages.readBodies());
    }
}
