package tutti.harness.sweep;

import java.util.LinkedHashMap;
import java.util.Map;

/** The table that {@code strace -c -o FILE} has written; strace(1). */
final class StraceSummary {
    private static final int CALLS = 3;
    /** Share, seconds, microseconds a call, calls, name; a column of errors before the name if there were any. */
    private static final int MIN_FIELDS = 5;
    private static final String TOTAL = "total";

    private StraceSummary() {
    }

    /**
     * @param text the file; its head, its rules and the sum below it are skipped
     * @return calls by name
     */
    static Map<String, Double> parse(final String text) {
        final Map<String, Double> calls = new LinkedHashMap<>();
        for (final String line : text.lines().toList()) {
            final String[] fields = line.strip().split("\\s+");
            final String name = fields[fields.length - 1];
            if (fields.length >= MIN_FIELDS && !name.equals(TOTAL) && isNumber(fields[CALLS])) {
                calls.put(name, Double.parseDouble(fields[CALLS]));
            }
        }
        return calls;
    }

    private static boolean isNumber(final String text) {
        return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
    }
}
