package tutti.opus;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

/**
 * The program that finds out whether a libopus can be trusted, by using it as the server will: it encodes, decodes and
 * conceals frames of 128 and 64 samples, mono and stereo. It is meant to die in place of its caller: some packaged
 * libraries abort in a 128-sample decode (1.3.1), others crash when a lost frame is concealed (1.5.2).
 *
 * <p>One file, JDK only (hence FFM and not JNA), so that {@code native/get-libopus.sh} can run this very source with
 * {@code java OpusProbe.java LIBRARY} before anything is built. The server runs the compiled class through
 * {@link LibraryProbe}.
 *
 * <p>Output, one line each on standard output, flushed at once so that the last step is known when the process dies:
 * <pre>
 *   version TEXT    what opus_get_version_string says
 *   step TEXT       what is tried next
 *   refused TEXT    the library answered wrongly; exit code 1
 *   works           all passed; exit code 0
 * </pre>
 */
public final class OpusProbe {
    static final String VERSION_PREFIX = "version ";
    static final String STEP_PREFIX = "step ";
    static final String REFUSED_PREFIX = "refused ";
    static final String WORKS = "works";

    private static final int SAMPLE_RATE = 48_000;
    private static final int CODED_BYTES = 71;
    private static final int OPUS_SET_VBR_REQUEST = 4006;
    private static final int FRAMES_BEFORE_LOSS = 3;

    private final Linker linker = Linker.nativeLinker();
    private final SymbolLookup library;
    private final Arena arena;

    private OpusProbe(final SymbolLookup library, final Arena arena) {
        this.library = library;
        this.arena = arena;
    }

    /**
     * Probes one library and exits.
     *
     * @param args the library's path
     * @throws Throwable what a call into the library threw; the process then ends with exit code 1
     */
    public static void main(final String[] args) throws Throwable {
        if (args.length != 1) {
            System.err.println("usage: OpusProbe LIBRARY");
            System.exit(2);
        }
        try (Arena arena = Arena.ofConfined()) {
            final SymbolLookup library;
            try {
                library = SymbolLookup.libraryLookup(Path.of(args[0]), arena);
            } catch (final IllegalArgumentException e) {
                throw new Refused("it cannot be loaded as a shared library");
            }
            new OpusProbe(library, arena).run();
            System.out.println(WORKS);
        } catch (final Refused e) {
            System.out.println(REFUSED_PREFIX + e.getMessage());
            System.exit(1);
        }
    }

    private void run() throws Throwable {
        final MethodHandle version = function("opus_get_version_string", FunctionDescriptor.of(ADDRESS));
        final MemorySegment text = (MemorySegment) version.invokeExact();
        System.out.println(VERSION_PREFIX + text.reinterpret(256).getString(0));
        for (final int frameSamples : new int[] {128, 64}) {
            for (final int channels : new int[] {2, 1}) {
                probe(frameSamples, channels);
            }
        }
    }

    private void probe(final int frameSamples, final int channels) throws Throwable {
        final String frame = frameSamples + "-sample " + (channels == 2 ? "stereo" : "mono") + " frame";
        step("creating encoder and decoder for a " + frame);
        final MethodHandle modeCreate = function(
                "opus_custom_mode_create", FunctionDescriptor.of(ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
        final MemorySegment mode = notNull("opus_custom_mode_create",
                (MemorySegment) modeCreate.invokeExact(SAMPLE_RATE, frameSamples, MemorySegment.NULL));
        final FunctionDescriptor create = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
        final MemorySegment encoder = notNull("opus_custom_encoder_create",
                (MemorySegment) function("opus_custom_encoder_create", create)
                        .invokeExact(mode, channels, MemorySegment.NULL));
        final MemorySegment decoder = notNull("opus_custom_decoder_create",
                (MemorySegment) function("opus_custom_decoder_create", create)
                        .invokeExact(mode, channels, MemorySegment.NULL));
        final MethodHandle control = linker.downcallHandle(symbol("opus_custom_encoder_ctl"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
        expect("opus_custom_encoder_ctl", 0, (int) control.invokeExact(encoder, OPUS_SET_VBR_REQUEST, 0));

        final MethodHandle encode = function("opus_custom_encode",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
        final MethodHandle decode = function("opus_custom_decode",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
        final MemorySegment pcm = arena.allocate(JAVA_SHORT, (long) frameSamples * channels);
        final MemorySegment coded = arena.allocate(CODED_BYTES);
        for (int i = 0; i < FRAMES_BEFORE_LOSS; i++) {
            fillWithTone(pcm, i * frameSamples, frameSamples, channels);
            step("encoding a " + frame);
            expect("opus_custom_encode", CODED_BYTES,
                    (int) encode.invokeExact(encoder, pcm, frameSamples, coded, CODED_BYTES));
            step("decoding a " + frame);
            expect("opus_custom_decode", frameSamples,
                    (int) decode.invokeExact(decoder, coded, CODED_BYTES, pcm, frameSamples));
        }
        step("concealing a lost " + frame);
        expect("opus_custom_decode", frameSamples,
                (int) decode.invokeExact(decoder, MemorySegment.NULL, CODED_BYTES, pcm, frameSamples));
        step("decoding a " + frame + " after a lost one");
        expect("opus_custom_decode", frameSamples,
                (int) decode.invokeExact(decoder, coded, CODED_BYTES, pcm, frameSamples));
    }

    private static void fillWithTone(
            final MemorySegment pcm, final int firstSample, final int frameSamples, final int channels) {
        for (int i = 0; i < frameSamples * channels; i++) {
            final double seconds = (firstSample + i / channels) / (double) SAMPLE_RATE;
            pcm.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) (8_000 * Math.sin(2 * Math.PI * 440 * seconds)));
        }
    }

    private MethodHandle function(final String name, final FunctionDescriptor descriptor) throws Refused {
        return linker.downcallHandle(symbol(name), descriptor);
    }

    private MemorySegment symbol(final String name) throws Refused {
        return library.find(name).orElseThrow(() -> new Refused("it has no function " + name
                + (name.contains("custom") ? ": it was built without custom modes" : ": it is no libopus")));
    }

    private static void step(final String what) {
        System.out.println(STEP_PREFIX + what);
        System.out.flush();
    }

    private static MemorySegment notNull(final String function, final MemorySegment result) throws Refused {
        if (result.address() == 0) {
            throw new Refused(function + " returned no object");
        }
        return result;
    }

    private static void expect(final String function, final int expected, final int actual) throws Refused {
        if (actual != expected) {
            throw new Refused(function + " returned " + actual + " and not " + expected);
        }
    }

    /** The library does not do what is needed; the message says what, in words that follow the library's name. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(final String message) {
            super(message);
        }
    }
}
