package tutti.harness.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Judges whether a run is comparable with the others. A mark leaves it out of the averages; a warning does not, but is
 * shown beside every figure that the run is part of; a note is for who reads the list of runs.
 */
final class RunChecks {
    /** Part by which the datagrams that the fleet sent may differ from what so many clients send. */
    private static final double LOAD_TOLERANCE = 0.005;
    /** Part of its time that the fleet's thread may be busy before its own packets come late. */
    private static final double FLEET_LIMIT = 0.9;
    private static final double FRAMES_PER_SECOND = 48_000.0 / 128;

    private final int clients;
    private final int factor;
    private final Map<Measure, Double> measures;
    private final List<String> marks = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * @param clients  how many there should have been
     * @param factor   blocks in a packet
     * @param measures of the run
     */
    RunChecks(final int clients, final int factor, final Map<Measure, Double> measures) {
        this.clients = clients;
        this.factor = factor;
        this.measures = measures;
        checkFrames();
    }

    /** Looks at what the fleet says of itself; for runs that have its summary. */
    void checkLoad() {
        final double connected = measures.getOrDefault(Measure.CONNECTED, 0.0);
        if (connected != clients) {
            mark("%.0f of %d clients connected", connected, clients);
        }
        final double expected = clients * FRAMES_PER_SECOND / factor;
        final double offered = measures.getOrDefault(Measure.OFFERED_PER_SECOND, 0.0);
        if (Math.abs(offered / expected - 1) > LOAD_TOLERANCE) {
            mark("the load was %.0f packets/s instead of %.0f", offered, expected);
        }
        final double busy = measures.getOrDefault(Measure.FLEET_BUSY, 0.0);
        if (busy > FLEET_LIMIT) {
            mark("the fleet was at its limit: its thread was busy for %.0f %% of the time", busy * 100);
        }
        final double lost = measures.getOrDefault(Measure.LOST, 0.0);
        if (lost > 0) {
            note("%.0f packets lost", lost);
        }
    }

    private void checkFrames() {
        final double skipped = measures.getOrDefault(Measure.FRAMES_SKIPPED, 0.0);
        if (skipped > 0) {
            mark("%.0f frames skipped", skipped);
        }
        final double overrun = measures.getOrDefault(Measure.FRAMES_OVERRUN, 0.0);
        if (overrun > 0) {
            warnings.add(String.format(Locale.ROOT, "%.0f of %.0f frames took more than 2.667 ms", overrun,
                measures.getOrDefault(Measure.FRAMES, Double.NaN)));
        }
    }

    /** Leaves the run out for a reason that the measures do not tell. */
    void mark(final String format, final Object... arguments) {
        marks.add(String.format(Locale.ROOT, format, arguments));
    }

    /** Says something that should be known. */
    void note(final String format, final Object... arguments) {
        notes.add(String.format(Locale.ROOT, format, arguments));
    }

    /** {@return why the run is left out; empty when it counts} */
    List<String> marks() {
        return List.copyOf(marks);
    }

    /** {@return why it is shown as marked, although it counts} */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** {@return what does not leave it out, but should be known} */
    List<String> notes() {
        return List.copyOf(notes);
    }
}
