package tutti.harness.mixer;

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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

import tutti.mixer.GainTable;

/** What changes of gains and fades cost, and what a frame pays for reading the rows. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class GainTableBenchmark {

    private static final int FADE_MAXIMUM = 1125;

    /** Number of channels. */
    @Param({"40", "150"})
    public int channels;

    private GainTable gains;
    private int step;

    /** Fades all channels in. */
    @Setup
    public void prepare() {
        gains = new GainTable(channels);
        for (int channel = 0; channel < channels; channel++) {
            gains.setFade(channel, FADE_MAXIMUM, FADE_MAXIMUM);
        }
    }

    /** One fader is moved. */
    @Benchmark
    public boolean setOneGain() {
        step++;
        return gains.setGain(step % channels, 0, step & 0xFFFF);
    }

    /** A frame in which nothing has changed: every listener's row is read. */
    @Benchmark
    public void readAllRows(final Blackhole blackhole) {
        for (int listener = 0; listener < channels; listener++) {
            blackhole.consume(gains.stereoFactors(listener));
        }
    }

    /** A frame in which one channel or more fade in: every listener's row is computed again. */
    @Benchmark
    public void fadeAndReadAllRows(final Blackhole blackhole) {
        step++;
        gains.setFade(0, step % FADE_MAXIMUM, FADE_MAXIMUM);
        readAllRows(blackhole);
    }
}
