package tutti.harness.transport;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.JvmFlags;

/** What it costs to receive a frame's audio until nothing more waits. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class ReceiveBenchmark {

    /** One {@code recvmmsg} for all. */
    @Benchmark
    public long recvmmsg(final ReceiveState.Batched state) {
        return state.receive();
    }

    /** One {@code recvmsg} for each datagram, and one that finds nothing. */
    @Benchmark
    public long recvmsgEach(final ReceiveState.Single state) {
        return state.receive();
    }

    /** One {@code DatagramChannel.receive} for each datagram, and one that finds nothing; it allocates. */
    @Benchmark
    public long datagramChannelEach(final ReceiveState.Portable state) {
        return state.receive();
    }
}
