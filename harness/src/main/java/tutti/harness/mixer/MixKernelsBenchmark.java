package tutti.harness.mixer;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.JvmFlags;

/** What a frame of 128 samples costs in the mixer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.VECTORS, JvmFlags.NATIVE_ACCESS})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class MixKernelsBenchmark {

    /** Everybody hears a mix of their own, in stereo: the worst case, N x N. */
    @Benchmark
    public void mixStereoForEverybody(final MixState state) {
        for (int listener = 0; listener < state.clients; listener++) {
            state.mix.mixStereo(state.planes, state.talkers, state.clients, state.gains.stereoFactors(listener),
                state.mixedAddress(listener));
        }
    }

    /** Everybody hears a quarter of the others: adds all, most of them times 0. */
    @Benchmark
    public void mixMostlyMuted(final MixState state) {
        for (int listener = 0; listener < state.clients; listener++) {
            state.mix.mixStereo(state.planes, state.talkers, state.clients, state.mostlyMuted.stereoFactors(listener),
                state.mixedAddress(listener));
        }
    }

    /** Everybody hears a quarter of the others: adds these. */
    @Benchmark
    public void mixMostlyMutedSelected(final MixState state) {
        for (int listener = 0; listener < state.clients; listener++) {
            final long[] factors = state.mostlyMuted.stereoFactors(listener);
            state.heard.select(state.talkers, state.clients, factors, state.mostlyMuted.mutedSources(listener));
            state.mix.mixStereo(state.planes, state.heard.ids(), state.heard.count(), factors,
                state.mixedAddress(listener));
        }
    }

    /** Everybody hears a mix of their own, in mono. */
    @Benchmark
    public void mixMonoForEverybody(final MixState state) {
        for (int listener = 0; listener < state.clients; listener++) {
            state.mix.mixMono(state.planes, state.talkers, state.clients, state.gains.monoFactors(listener),
                state.mixedAddress(listener));
        }
    }

    /** One mix of all talkers, which all could share. */
    @Benchmark
    public void mixStereoOnce(final MixState state) {
        state.mix.mixStereo(state.planes, state.talkers, state.clients, state.gains.stereoFactors(0),
            state.mixedAddress(0));
    }

    /** All talkers' decoded samples become planes, stereo ones. */
    @Benchmark
    public void loadStereo(final MixState state) {
        for (int talker = 0; talker < state.clients; talker++) {
            state.mix.load(state.planes, talker, 2, state.decodedAddress(talker));
        }
    }

    /** All talkers' decoded samples become planes, mono ones. */
    @Benchmark
    public void loadMono(final MixState state) {
        for (int talker = 0; talker < state.clients; talker++) {
            state.mix.load(state.planes, talker, 1, state.decodedAddress(talker));
        }
    }
}
