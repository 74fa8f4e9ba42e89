package tutti.harness.profile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** Says how the shares of two profiles differ. */
final class Comparison {
    private static final double PERCENT = 100;

    private Comparison() {
    }

    /**
     * @param before a profile as {@link ProfileJson} has it
     * @param after  another
     * @return a table, by a profiler that both have
     * @throws IllegalArgumentException when they have none in common
     */
    static String text(final JsonNode before, final JsonNode after) {
        for (final Profiler profiler : Profiler.values()) {
            final JsonNode one = before.path("profilers").path(profiler.title());
            final JsonNode two = after.path("profilers").path(profiler.title());
            if (!one.isMissingNode() && !two.isMissingNode()) {
                return differences(before, after) + table(profiler, one, two);
            }
        }
        throw new IllegalArgumentException("the two profiles were not recorded by the same profiler");
    }

    /** Shares of unlike loads say nothing about the code. */
    private static String differences(final JsonNode before, final JsonNode after) {
        final StringBuilder text = new StringBuilder();
        for (final String key : new String[] {"clients", "faders", "server.options", "machine"}) {
            final String one = before.path("about").path(key).asText();
            final String two = after.path("about").path(key).asText();
            if (!one.equals(two)) {
                text.append(String.format(Locale.ROOT, "note: %s was '%s' before and is '%s' after%n", key, one, two));
            }
        }
        return text.toString();
    }

    private static String table(final Profiler profiler, final JsonNode before, final JsonNode after) {
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
            "%-24s %8s %8s %8s   %9s %9s %9s%n", profiler.title(), "before", "after", "points", "ms/s", "ms/s",
            "change"));
        for (final Part part : Part.values()) {
            final JsonNode one = before.path("parts").path(part.title());
            final JsonNode two = after.path("parts").path(part.title());
            final double share = one.path("share").asDouble() * PERCENT;
            final double laterShare = two.path("share").asDouble() * PERCENT;
            text.append(String.format(Locale.ROOT, "%-24s %7.1f%% %7.1f%% %+8.1f   %s%n", part.title(), share,
                laterShare, laterShare - share, times(one, two)));
        }
        return text.append(String.format(Locale.ROOT, "%-24s %27s  %s%n", "all CPU time", "", times(before, after)))
            .toString();
    }

    private static String times(final JsonNode before, final JsonNode after) {
        final double one = before.path("cpuMillisPerSecond").asDouble();
        final double two = after.path("cpuMillisPerSecond").asDouble();
        return String.format(Locale.ROOT, "%9.1f %9.1f %+9.1f", one, two, two - one);
    }
}
