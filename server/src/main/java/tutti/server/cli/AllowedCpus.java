package tutti.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** The cores a process may use, as proc(5) tells them. */
final class AllowedCpus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "Cpus_allowed_list:";

    private AllowedCpus() {
    }

    /**
     * @return the numbers of the cores; empty where the system does not tell
     */
    static BitSet ofThisProcess() {
        if (!Files.isReadable(STATUS)) {
            return new BitSet();
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(FIELD))
                .map(line -> parse(line.substring(FIELD.length()).strip()))
                .findFirst().orElseGet(BitSet::new);
        } catch (final IOException e) {
            return new BitSet();
        }
    }

    /**
     * @param list such as {@code 0-3,8}
     * @return the numbers in it
     */
    static BitSet parse(final String list) {
        final BitSet cpus = new BitSet();
        for (final String range : list.split(",")) {
            final String[] ends = range.split("-");
            cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cpus;
    }
}
