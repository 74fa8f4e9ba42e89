package tutti.harness.codec;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;

/**
 * What the way into the codec and back costs: a call of {@code opus_custom_decode} that is refused at once, because it
 * has nowhere to put the samples, through JNA's direct mapping and through the JDK's foreign function interface.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.NATIVE_ACCESS, JvmFlags.COLLECTOR})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class NativeCallBenchmark {

    private static final int FRAME_SAMPLES = 128;
    private static final int CODED_BYTES = 71;
    private static final int CHANNELS = 2;
    /** {@code OPUS_BAD_ARG} in opus_defines.h. */
    private static final int REFUSED = -1;

    private static final OpusLibrary LIBRARY = OpusLibrary.find(Optional.empty());
    private static final OpusCodec CODEC = new OpusCodec(LIBRARY);
    private static final MethodHandle DECODE = Linker.nativeLinker().downcallHandle(
        SymbolLookup.libraryLookup(LIBRARY.path(), Arena.global()).findOrThrow("opus_custom_decode"),
        FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));

    private Arena arena;
    private long decoder;
    private long coded;

    /** Makes a decoder. */
    @Setup
    public void prepare() {
        arena = Arena.ofConfined();
        decoder = arena.allocate(CODEC.decoderStateBytes(), 64).address();
        coded = arena.allocate(CODED_BYTES).address();
        CODEC.resetDecoder(decoder, FRAME_SAMPLES, CHANNELS);
    }

    /** Through JNA, as the server calls. */
    @Benchmark
    public long refusedThroughJna() {
        return Expect.equal("result", REFUSED, CODEC.decode(decoder, FRAME_SAMPLES, coded, CODED_BYTES, 0));
    }

    /** Through the foreign function interface, with the same arguments. */
    @Benchmark
    public long refusedThroughForeignFunction() throws Throwable {
        return Expect.equal("result", REFUSED,
            (int) DECODE.invokeExact(decoder, coded, CODED_BYTES, 0L, FRAME_SAMPLES));
    }

    /** Frees the decoder. */
    @TearDown
    public void free() {
        arena.close();
    }
}
