package tutti.harness.ceiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says in plain words how steps went. */
final class CeilingText {
    private static final double PERCENT = 100;

    private CeilingText() {
    }

    /**
     * @param step whose last attempt is told of
     * @return one line
     */
    static String ofLastAttempt(final Step step) {
        final Attempt attempt = step.attempts().getLast();
        final StringBuilder line = new StringBuilder(format("%-8s %3d clients", step.server(), step.clients()));
        if (step.attempts().size() > 1) {
            line.append(format(" (attempt %d)", attempt.number()));
        }
        line.append(format("  %.1f frames/s", attempt.framesPerSecond()));
        final Attempt.FrameFigures frames = attempt.frames();
        if (frames != null && !frames.frameMicros().isEmpty()) {
            line.append(format(", frame p50 %.0f p99 %.0f p99.9 %.0f µs", frames.frameMicros().toArray()));
        }
        attempt.cpus().ifPresent(cpus -> line.append(format(", CPU %.1f %%", cpus * PERCENT)));
        final Attempt.FleetFigures fleet = attempt.fleet();
        if (fleet != null) {
            line.append(format(", lost %d", fleet.lost()));
            if (!fleet.pingMicros().isEmpty()) {
                line.append(format(", ping p50 %.0f p99 %.0f µs", fleet.pingMicros().get(0),
                    fleet.pingMicros().get(1)));
            }
        }
        final List<String> remarks = remarks(attempt);
        return line.append(remarks.isEmpty() ? "  carried" : "  NOT carried: " + String.join("; ", remarks)).toString();
    }

    /**
     * @param attempt at a step
     * @return why it was not carried; empty when it was
     */
    static List<String> remarks(final Attempt attempt) {
        final List<String> remarks = new ArrayList<>(StopRule.unusable(attempt));
        remarks.addAll(StopRule.missed(attempt));
        return remarks;
    }

    /**
     * @param steps of one or more servers
     * @return for each server how many clients it carried; one sentence each
     */
    static List<String> results(final List<Step> steps) {
        final List<String> sentences = new ArrayList<>();
        for (final String server : steps.stream().map(Step::server).distinct().toList()) {
            sentences.add(result(server, steps.stream().filter(step -> step.server().equals(server)).toList()));
        }
        return sentences;
    }

    private static String result(final String server, final List<Step> steps) {
        final Optional<Step> broken = steps.stream().filter(step -> !step.isCarried()).findFirst();
        final int carried = steps.stream().takeWhile(Step::isCarried).mapToInt(Step::clients).max().orElse(0);
        final String begin = carried == 0 ? server + " carried not even the first step"
            : format("%s carried %d clients", server, carried);
        if (broken.isEmpty()) {
            return begin + ", the most that were tried: its ceiling lies above.";
        }
        final String cause = String.join("; ", remarks(broken.get().attempts().getLast()));
        return broken.get().isUsable()
            ? format("%s and missed frames with %d, in each of %d attempts (the last: %s).", begin,
                broken.get().clients(), broken.get().attempts().size(), cause)
            : format("%s; the step of %d clients tells nothing about it (%s).", begin, broken.get().clients(), cause);
    }

    private static String format(final String format, final Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
