package tutti.opus;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Bad libraries, real and made for the purpose: each must be refused in words, and this process must live on. */
class OpusLibraryTest {
    /** A libopus whose encoder works as far as the probe can see; a test adds what happens in a decode. */
    private static final String MOCK_LIBRARY = """
            #include <stddef.h>
            #include <signal.h>
            static int object;
            const char *opus_get_version_string(void) { return "libopus mock"; }
            void *opus_custom_mode_create(int rate, int samples, int *error) { return &object; }
            void *opus_custom_encoder_create(void *mode, int channels, int *error) { return &object; }
            void *opus_custom_decoder_create(void *mode, int channels, int *error) { return &object; }
            int opus_custom_encoder_ctl(void *encoder, int request, ...) { return 0; }
            int opus_custom_encode(void *e, const short *pcm, int samples, unsigned char *out, int max) { return max; }
            int opus_custom_decode(void *d, const unsigned char *data, int length, short *pcm, int samples) { %s }
            """;
    private static final List<Path> DEBIAN_LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/libopus.so.0"), Path.of("/usr/lib/aarch64-linux-gnu/libopus.so.0"));

    @TempDir
    private Path folder;

    private ProbeRecord record;

    @BeforeEach
    void emptyRecord() {
        record = new ProbeRecord(folder.resolve("record/probed"));
    }

    @Test
    void shouldLoadTheLibraryThatTheScriptProvides() {
        final OpusLibrary library = OpusLibrary.find(Optional.empty());

        assertTrue(library.version().startsWith("libopus "), library.toString());
        assertTrue(library.toString().contains(library.path().toString()));
    }

    @Test
    void shouldRefuseDebiansOldLibrary() {
        final Path library = DEBIAN_LIBRARIES.stream().filter(Files::exists).findFirst()
                .orElseGet(() -> abort("SKIPPED: no system libopus here to be tried"));
        final LibraryProbe.Result result = LibraryProbe.probe(library);
        assumeTrue(result.version().equals("libopus 1.3.1"),
                () -> "SKIPPED: the system library is " + result.version() + " and not 1.3.1, the one known to abort");

        final String message = refusal(library);

        assertTrue(message.contains(library
                + " (libopus 1.3.1) kills its process (abort) when decoding a 128-sample stereo frame"), message);
    }

    @Test
    void shouldRefuseALibraryThatCrashesWhenItConceals() throws Exception {
        final Path library = mockLibrary("if (!data) *(volatile int *)0 = 1; return samples;");

        final String message = refusal(library);

        assertTrue(message.contains(library + " (libopus mock) kills its process"), message);
        assertTrue(message.contains("when concealing a lost 128-sample stereo frame"), message);
    }

    @Test
    void shouldRefuseALibraryThatAborts() throws Exception {
        final String message = refusal(mockLibrary("raise(SIGABRT); return samples;"));

        assertTrue(message.contains("kills its process (abort) when decoding a 128-sample stereo frame"), message);
    }

    @Test
    void shouldRefuseALibraryThatCannotDoShortFrames() throws Exception {
        final String message = refusal(mockLibrary("return samples == 64 ? -1 : samples;"));

        assertTrue(message.contains("fails when decoding a 64-sample stereo frame:"
                + " opus_custom_decode returned -1 and not 64"), message);
    }

    @Test
    void shouldRefuseALibraryWithoutCustomModes() throws Exception {
        final Path library = compile("const char *opus_get_version_string(void) { return \"libopus plain\"; }");

        final String message = refusal(library);

        assertTrue(message.contains("(libopus plain) fails when creating encoder and decoder for a 128-sample stereo"
                + " frame: it has no function opus_custom_mode_create: it was built without custom modes"), message);
    }

    @Test
    void shouldRefuseAFileThatIsNoLibrary() throws Exception {
        final Path library = Files.writeString(folder.resolve("libopus.so.0"), "no library\n");

        final String message = refusal(library);

        assertTrue(message.contains(library + " (libopus of unknown version) fails when loading it:"
                + " it cannot be loaded as a shared library"), message);
    }

    @Test
    void shouldRefuseAPathWhereNothingIs() {
        final Path library = folder.resolve("missing.so");

        final OpusUnavailableException e =
                assertThrows(OpusUnavailableException.class, () -> OpusLibrary.load(library));

        assertTrue(e.getMessage().contains(library + " is not there"), e.getMessage());
    }

    @Test
    void shouldNameEveryCandidateAndTheRemedyInOneLine() throws Exception {
        final Path text = Files.writeString(folder.resolve("text.so"), "no library\n");
        final Path missing = folder.resolve("missing.so");

        final String message = refusal(missing, text);

        assertTrue(message.contains(missing.toString()), message);
        assertTrue(message.contains(text.toString()), message);
        assertTrue(message.contains("native/get-libopus.sh"), message);
        assertTrue(message.contains("--opus-library"), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void shouldGoOnToTheNextCandidateWhenOneIsBad() throws Exception {
        final Path working = mockLibrary("return samples;");

        final OpusLibrary library =
                OpusLibrary.firstThatWorks(List.of(folder.resolve("missing.so"), working), record);

        assertEquals(working, library.path());
        assertEquals("libopus mock", library.version());
    }

    @Test
    void shouldTryALibraryAgainOnlyWhenItsFileHasChanged() throws Exception {
        final Path library = mockLibrary("return samples;");
        OpusLibrary.firstThatWorks(List.of(library), record);
        assertEquals(Optional.of("libopus mock"), record.versionOf(library));

        Files.delete(library); // and not overwritten: it is mapped into this process
        Files.writeString(library, "no library any more\n");

        assertEquals(Optional.empty(), record.versionOf(library));
        refusal(library);
    }

    @Test
    void shouldNotRememberALibraryThatWasRefused() throws Exception {
        final Path library = mockLibrary("return -1;");

        refusal(library);

        assertEquals(Optional.empty(), record.versionOf(library));
    }

    @Test
    void shouldDoWithoutARecordThatCannotBeWritten() throws Exception {
        final Path library = mockLibrary("return samples;");
        final Path notAFolder = Files.writeString(folder.resolve("file"), "");

        final OpusLibrary loaded =
                OpusLibrary.firstThatWorks(List.of(library), new ProbeRecord(notAFolder.resolve("probed")));

        assertEquals("libopus mock", loaded.version());
    }

    @Test
    void shouldRefuseTheOneCallingConventionThatDiffers() {
        OpusLibrary.refuseForeignCallingConvention("Linux", "aarch64");
        OpusLibrary.refuseForeignCallingConvention("Mac OS X", "x86_64");
        assertThrows(OpusUnavailableException.class,
                () -> OpusLibrary.refuseForeignCallingConvention("Mac OS X", "aarch64"));
    }

    @Test
    void shouldTellAHangingOrKilledProbeByItsExitCode() {
        final LibraryProbe.Result result = LibraryProbe.judge(
                List.of("version libopus x", "step encoding a frame", "noise"), 128 + 9);

        assertFalse(result.accepted());
        assertEquals("libopus x", result.version());
        assertEquals("kills its process (exit code 137) when encoding a frame", result.fault());
    }

    private String refusal(final Path... candidates) {
        return assertThrows(OpusUnavailableException.class,
                () -> OpusLibrary.firstThatWorks(List.of(candidates), record)).getMessage();
    }

    private Path mockLibrary(final String decodeBody) throws IOException, InterruptedException {
        return compile(MOCK_LIBRARY.formatted(decodeBody));
    }

    private Path compile(final String source) throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("mock.c"), source);
        final Path library = folder.resolve("libmock.so");
        final Process gcc = new ProcessBuilder(
                "gcc", "-w", "-shared", "-fPIC", "-o", library.toString(), file.toString()).inheritIO().start();
        assertEquals(0, gcc.waitFor(), "gcc failed");
        return library;
    }
}
