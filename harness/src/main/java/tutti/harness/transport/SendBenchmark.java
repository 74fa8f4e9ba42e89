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

/** What it costs to fill a frame's audio into a batch and to send it. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class SendBenchmark {

    /** One {@code sendmmsg} for the frame: batching on. */
    @Benchmark
    public int sendmmsg(final SendState.Linux state) {
        return state.transport.flush(state.frame.fill());
    }

    /** One {@code sendmmsg} for the frame, each datagram gathered from two pieces of memory. */
    @Benchmark
    public int sendmmsgOfTwoParts(final SendState.Linux state) {
        return state.transport.flush(state.frame.fillTwoParts());
    }

    /** One {@code sendmsg} for each datagram: batching off. */
    @Benchmark
    public int sendmsgEach(final SendState.Linux state) {
        return state.transport.flushEach(state.frame.fill());
    }

    /** One {@code DatagramChannel.send} for each datagram: the portable way, which copies and allocates. */
    @Benchmark
    public int datagramChannelEach(final SendState.Portable state) {
        return state.transport.flushEach(state.frame.fill());
    }
}
