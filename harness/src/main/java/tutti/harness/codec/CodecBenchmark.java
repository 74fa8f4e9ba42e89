package tutti.harness.codec;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.JvmFlags;

/**
 * What one frame of one stream costs in the codec. Pairs: encoding against copying an encoder (what could be shared
 * between listeners with equal mixes, at which price), decoding against concealing, one stream against many.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.COLLECTOR})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {

    /** One frame encoded. */
    @Benchmark
    public long encode(final CodecState state) {
        return state.encode();
    }

    /** One frame decoded. */
    @Benchmark
    public long decode(final CodecState state) {
        return state.decode();
    }

    /** One frame decoded and one, right after it, concealed: a single loss. */
    @Benchmark
    public long decodeThenConceal(final CodecState state) {
        return state.decodeThenConceal();
    }

    /** One frame concealed after many others: somebody whose line is cut. */
    @Benchmark
    public long concealForLong(final CodecState state) {
        return state.conceal();
    }

    /** A new encoder for somebody who joins. */
    @Benchmark
    public void resetEncoder(final CodecState state) {
        state.resetEncoder();
    }

    /** A new decoder for somebody who joins. */
    @Benchmark
    public void resetDecoder(final CodecState state) {
        state.resetDecoder();
    }

    /** An encoder cloned in mid-stream. */
    @Benchmark
    public int copyEncoder(final CodecState state) {
        return state.copyEncoder();
    }
}
