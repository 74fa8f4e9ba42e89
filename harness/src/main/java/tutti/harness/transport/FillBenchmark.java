package tutti.harness.transport;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;
import tutti.transport.LinuxTransport;
import tutti.transport.TransportOptions;

/** What it costs to fill a frame's audio into a batch, without sending it: the part of a flush that is Java. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class FillBenchmark {

    /** Datagrams in the frame. */
    @Param({"1", "10", "40", "150"})
    public int datagrams;

    private OutgoingFrame frame;

    /** Makes the batch, which needs an open socket. */
    @Setup
    public void prepare() throws IOException {
        frame = new OutgoingFrame(LinuxTransport.open(TransportOptions.onPort(0)), datagrams);
    }

    /** Closes the sockets. */
    @TearDown
    public void close() {
        frame.close();
    }

    /** Each datagram is one piece of memory. */
    @Benchmark
    public long fillOnePart() {
        return Expect.equal("datagrams in the batch", datagrams, frame.fill().size());
    }

    /** Each datagram is two pieces of memory. */
    @Benchmark
    public long fillTwoParts() {
        return Expect.equal("datagrams in the batch", datagrams, frame.fillTwoParts().size());
    }

    /** Each datagram is copied, as messages are. */
    @Benchmark
    public long fillCopies() {
        return Expect.equal("datagrams in the batch", datagrams, frame.fillCopies().size());
    }
}
