package tutti.harness.sweep;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tutti.harness.times.FrameTimes;

/**
 * One run of one arm.
 *
 * @param directory   name of the directory with its files
 * @param round       1 for the first; the arms of a round ran one after the other
 * @param clients     number of clients asked for
 * @param arm         name of the arm
 * @param libopus     the library that the server used; empty when it did not get that far
 * @param marks       why it is left out of the averages; empty for a good run
 * @param warnings    why it is to be shown as marked, although it counts
 * @param notes       what else a reader should know
 * @param measures    what was measured
 * @param systemCalls calls in a second by name; empty where they could not be counted by name
 * @param times       what the server timed in the window; empty for a peer
 */
public record Run(String directory, int round, int clients, String arm, String libopus, List<String> marks,
        List<String> warnings, List<String> notes, Map<Measure, Double> measures, Map<String, Double> systemCalls,
        Optional<FrameTimes> times) {

    /**
     * @return whether it counts in averages
     */
    public boolean isGood() {
        return marks.isEmpty();
    }

    /**
     * @return whether it counts and nothing at all is wrong with it
     */
    public boolean isSpotless() {
        return isGood() && warnings.isEmpty();
    }

    /**
     * @return all that is to be said about it, the most important first
     */
    public List<String> remarks() {
        return Stream.of(marks, warnings, notes).flatMap(List::stream).toList();
    }

    /**
     * @param measure a measure
     * @return its value; empty when this run does not have it
     */
    public OptionalDouble get(final Measure measure) {
        final Double value = measures.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
