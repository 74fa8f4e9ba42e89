package tutti.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.harness.sweep.Sweep;

/** Says how the figures of a sweep came to be: what a reader must know to believe or to doubt them. */
final class Method {
    private Method() {
    }

    /**
     * @param sweep all runs
     * @return one paragraph for each kind of figure, and one for each arm that was left out
     */
    static List<String> sentences(final Sweep sweep) {
        final Map<String, String> about = sweep.about();
        final List<String> sentences = new ArrayList<>();
        sentences.add("Every round runs each arm once, in an order that is turned around from round to round. Arms are "
            + "compared within a round, because the speed of a machine drifts. A ratio is the geometric mean of the "
            + "rounds' ratios, its interval Student's t on their logarithms, 95 %. Arms overlap unless every run of "
            + "one lies below every run of the other.");
        sentences.add("CPU is the time of the server's process with all its threads, compiler and garbage collector "
            + "included, in percent of one processor, from "
            + ("perf".equals(about.get("cpu.source")) ? "perf stat (task-clock)."
                : "/proc/PID/stat, in steps of 10 ms."));
        sentences.add(calls(about));
        sweep.floor().ifPresent(floor -> sentences.add("The floor (" + about.get("arm." + floor) + ") moves the same "
            + "datagrams and calls the same libopus for the encodes that this load needs at least: "
            + ("distinct".equals(about.get("faders"))
                ? "one for each client and frame, because no two mixes are equal. It does not mix them."
                : "one a frame, because all mixes are equal. An arm that encodes for each client all the same is "
                    + "measured against this floor, too: it had the choice.")
            + " It knows no protocol and keeps no jitter buffer."));
        if (!"0".equals(about.getOrDefault("latency.seconds", "0"))) {
            sentences.add("Latency is measured after the window of each run, by up to two of the clients and for "
                + about.get("latency.seconds") + " s. Such a client hears only itself, which makes one more mix; it is "
                + "not part of the CPU figures.");
        }
        sentences.add("Hold windows, departures, frame times, stages, collections and allocations are what this server "
            + "says of itself in the window; a peer says nothing of that kind.");
        about.forEach((key, value) -> {
            if (key.startsWith("left.out.")) {
                sentences.add("Left out: " + value + ".");
            }
        });
        return sentences;
    }

    private static String calls(final Map<String, String> about) {
        return switch (about.getOrDefault("calls.source", "")) {
            case "perf" -> "System calls are counted by the kernel's tracepoints (perf stat), in "
                + about.get("calls.window.seconds") + " s after the window, because counting slows each call down; "
                + "figures for the window are that rate times its length.";
            case "strace -c" -> "System calls are counted by strace -c, in " + about.get("calls.window.seconds")
                + " s after the window and with clients of their own, because strace slows each call down many times: "
                + "the rates of a server that it brings to its limit are too low.";
            default -> "System calls are this server's own counters, which know sends and receives only, in the "
                + "window; neither perf's tracepoints nor strace may be used here. For a peer there are none.";
        };
    }
}
