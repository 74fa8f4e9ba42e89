package tutti.opus;

import com.sun.jna.NativeLibrary;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A libopus that was tried in a child process, passed, and is loaded into this one. What it offers is reached through
 * {@link OpusCodec}.
 *
 * <p>The system's library is not trusted: several packaged ones abort or crash with the 128-sample frames that the
 * protocol uses, and a JVM dies with them. {@code native/get-libopus.sh} provides one that works.
 */
public final class OpusLibrary {
    /** Environment variable that names the library to use, when no option does. */
    public static final String ENVIRONMENT_VARIABLE = "TUTTI_OPUS_LIBRARY";

    private static final String FILE_NAME = "libopus.so.0";
    private static final String MAC_FILE_NAME = "libopus.0.dylib";
    private static final String REMEDY = "run native/get-libopus.sh, which provides one, or name one built with"
            + " custom modes (1.6.1 works) with --opus-library or " + ENVIRONMENT_VARIABLE;

    private final Path path;
    private final String version;
    private final NativeLibrary nativeLibrary;

    private OpusLibrary(final Path path, final String version) {
        this.path = path;
        this.version = version;
        this.nativeLibrary = NativeLibrary.getInstance(path.toAbsolutePath().toString());
    }

    /**
     * Finds and loads a library that works. A library that is named (by the argument, or else by the environment
     * variable {@value #ENVIRONMENT_VARIABLE}) is the only candidate; otherwise the one in the cache,
     * {@code ${XDG_CACHE_HOME:-~/.cache}/tutti/libopus.so.0}, then the system's.
     *
     * @param explicit the library that the user asks for, if any
     * @return the first candidate that passes the probe, loaded
     * @throws OpusUnavailableException if none does; the message names each one and its fault
     */
    public static OpusLibrary find(final Optional<Path> explicit) {
        final Path cache = cacheFolder();
        final Optional<Path> named = explicit.or(
                () -> Optional.ofNullable(System.getenv(ENVIRONMENT_VARIABLE)).filter(s -> !s.isBlank()).map(Path::of));
        final List<Path> candidates = new ArrayList<>();
        if (named.isPresent()) {
            candidates.add(named.get());
        } else {
            candidates.add(cache.resolve(FILE_NAME));
            candidates.addAll(systemLibraries());
        }
        return firstThatWorks(candidates, new ProbeRecord(cache.resolve("probed")));
    }

    /**
     * Loads one library.
     *
     * @param library its path
     * @return the library, loaded
     * @throws OpusUnavailableException if it is not there or does not pass the probe
     */
    public static OpusLibrary load(final Path library) {
        return find(Optional.of(library));
    }

    /** @return the file that was loaded */
    public Path path() {
        return path;
    }

    /** @return what the library calls itself, for example "libopus 1.6.1" */
    public String version() {
        return version;
    }

    @Override
    public String toString() {
        return version + " (" + path + ")";
    }

    NativeLibrary nativeLibrary() {
        return nativeLibrary;
    }

    static OpusLibrary firstThatWorks(final List<Path> candidates, final ProbeRecord record) {
        refuseForeignCallingConvention(System.getProperty("os.name"), System.getProperty("os.arch"));
        final List<String> faults = new ArrayList<>();
        for (final Path candidate : candidates) {
            if (!Files.isRegularFile(candidate)) {
                faults.add(candidate + " is not there");
                continue;
            }
            final Optional<String> known = record.versionOf(candidate);
            if (known.isPresent()) {
                return new OpusLibrary(candidate, known.get());
            }
            final LibraryProbe.Result result = LibraryProbe.probe(candidate);
            if (result.accepted()) {
                record.accept(candidate, result.version());
                return new OpusLibrary(candidate, result.version());
            }
            faults.add(candidate + " (" + result.version() + ") " + result.fault());
        }
        throw new OpusUnavailableException("no usable libopus: " + String.join("; ", faults) + "; " + REMEDY);
    }

    /**
     * See {@link OpusCustom#opus_custom_encoder_ctl}: a variadic C function is called as if it were not, which Apple's
     * 64-bit ARM convention alone does not allow.
     */
    static void refuseForeignCallingConvention(final String osName, final String architecture) {
        if (osName.startsWith("Mac") && architecture.equals("aarch64")) {
            throw new OpusUnavailableException("Opus cannot be called on macOS with an ARM processor:"
                    + " use Linux, or a Java for x86-64");
        }
    }

    private static Path cacheFolder() {
        final String configured = System.getenv("XDG_CACHE_HOME");
        final Path base = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return base.resolve("tutti");
    }

    /** The places of the dynamic linker's default search path and of common package managers, where a libopus is. */
    private static List<Path> systemLibraries() {
        final List<Path> folders = new ArrayList<>(List.of(Path.of("/usr/local/lib"), Path.of("/opt/homebrew/lib")));
        try (DirectoryStream<Path> multiarch = Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
            multiarch.forEach(folders::add);
        } catch (final IOException e) {
            // No such folder: not a system that sorts its libraries by architecture.
        }
        folders.addAll(List.of(Path.of("/usr/lib64"), Path.of("/usr/lib")));
        return folders.stream()
                .flatMap(folder -> List.of(folder.resolve(FILE_NAME), folder.resolve(MAC_FILE_NAME)).stream())
                .filter(Files::isRegularFile)
                .toList();
    }
}
