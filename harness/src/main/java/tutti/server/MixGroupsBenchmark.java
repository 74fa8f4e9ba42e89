package tutti.server;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import tutti.harness.Expect;
import tutti.harness.JvmFlags;

/**
 * What it costs to keep track of who hears the same mix. In the package of what it measures, because nobody else needs
 * to reach into that.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY,
    JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MixGroupsBenchmark {

    private static final int HALF = 0x4000;
    private static final int UNITY = 0x8000;

    /** A frame in which nobody has changed anything, as almost all are. */
    @Benchmark
    public int frameWithoutChange(final MixGroupsState state) {
        state.groups.afterFrame();
        return state.groups.count();
    }

    /**
     * One listener moves a fader and leaves the group with a copy of its encoder, moves it back and, after half a
     * second of frames, joins again. The frames are in it: {@link #frameWithoutChange} tells how little they are.
     */
    @Benchmark
    public long leaveAndJoin(final MixGroupsState state) {
        final Session listener = state.sessions[state.clients - 1];
        state.moveFader(listener, HALF);
        Expect.equal("groups after a fader has moved", 2, state.groups.count());
        state.moveFader(listener, UNITY);
        state.settle();
        return Expect.equal("groups after it has moved back", 1, state.groups.count());
    }

    /** Everybody moves a fader, each to another place, as when a new voice has come: all leave. Then all join. */
    @Benchmark
    public long allLeaveAndJoin(final MixGroupsState state) {
        for (final Session listener : state.sessions) {
            state.moveFader(listener, HALF - listener.id());
        }
        Expect.equal("groups after all have moved a fader", state.clients, state.groups.count());
        for (final Session listener : state.sessions) {
            state.moveFader(listener, UNITY);
        }
        state.settle();
        return Expect.equal("groups after all have moved back", 1, state.groups.count());
    }
}
