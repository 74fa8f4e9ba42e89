package tutti.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

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
     * @return how many cores this process may use, at least 1
     */
    static int count() {
        final int told = ofThisProcess().cardinality();
        return told > 0 ? told : Runtime.getRuntime().availableProcessors();
    }

    /**
     * Chooses the next cores after one, and from the first on when there are no more.
     *
     * @param allowed the cores to choose from; empty where the system does not tell
     * @param cpu     a core, not to be chosen
     * @param wanted  how many
     * @return as many different cores as are wanted, or none if there are not so many
     */
    static List<Integer> after(final BitSet allowed, final int cpu, final int wanted) {
        final List<Integer> chosen = IntStream.concat(allowed.stream().filter(core -> core > cpu),
            allowed.stream().filter(core -> core < cpu)).limit(wanted).boxed().toList();
        return chosen.size() == wanted ? chosen : List.of();
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
