package tutti.harness.server;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.JvmFlags;

/** What a frame of 128 samples costs in the jitter buffers of a full server. Times are for one client. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JitterBufferBenchmark {

    /** All datagrams are put, all blocks taken, the automatic sizes kept and applied. */
    @Benchmark
    @OperationsPerInvocation(JitterState.CLIENTS)
    public int putGetAndAutoSize(final JitterState state) {
        return state.playFrame();
    }

    /** The blocks are copied and nothing else. */
    @Benchmark
    @OperationsPerInvocation(JitterState.CLIENTS)
    public int copyBlocks(final JitterState state) {
        return state.copyFrame();
    }
}
