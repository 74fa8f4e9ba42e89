package tutti.harness.mixer;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tutti.harness.JvmFlags;
import tutti.mixer.MixKernels;

/**
 * How much sound a core mixes: talkers' samples that are multiplied and added in a second, and the bytes read for it.
 * 375 frames a second have to be mixed; the rest is what the mixer leaves to the codec.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.VECTORS, JvmFlags.NATIVE_ACCESS})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MixThroughputBenchmark {

    /** What was mixed. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Mixed {
        /** Samples multiplied and added, both channels counted. */
        public long samples;
        /** Bytes of talkers' planes read. */
        public long bytes;

        void add(final int mixes, final int talkers) {
            final long added = 2L * MixKernels.FRAME_SAMPLES * mixes * talkers;
            samples += added;
            bytes += added * Float.BYTES;
        }
    }

    /** A frame of one group: one mix, however many hear it. */
    @Benchmark
    public void frameOfOneGroup(final MixState state, final Mixed mixed) {
        mixFor(1, state, mixed);
    }

    /** A frame in which no two hear the same: N mixes of N talkers. */
    @Benchmark
    public void frameOfAllDifferent(final MixState state, final Mixed mixed) {
        mixFor(state.clients, state, mixed);
    }

    private static void mixFor(final int listeners, final MixState state, final Mixed mixed) {
        for (int listener = 0; listener < listeners; listener++) {
            state.mix.mixStereo(state.planes, state.talkers, state.clients, state.gains.stereoFactors(listener),
                state.mixedAddress(listener));
        }
        mixed.add(listeners, state.clients);
    }
}
