package tutti.harness.report;

import java.util.List;

/**
 * A table of a report.
 *
 * @param head a title for each column
 * @param rows a cell for each column, not escaped
 */
record Table(List<String> head, List<List<String>> rows) {
    /** Checks that all rows are as long as the head. */
    Table {
        for (final List<String> row : rows) {
            if (row.size() != head.size()) {
                throw new IllegalArgumentException(row.size() + " cells below a head of " + head.size() + ": " + row);
            }
        }
    }

    /** {@return the table as Markdown, numbers to the right} */
    String markdown() {
        final StringBuilder text = new StringBuilder(line(head));
        text.append("|--:".repeat(head.size())).append("|\n");
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private static String line(final List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
