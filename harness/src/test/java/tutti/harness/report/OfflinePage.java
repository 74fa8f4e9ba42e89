package tutti.harness.report;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is expected of a page that is to open without a network. */
final class OfflinePage {
    /** Whatever a browser would fetch; the name of SVG's namespace is none of it. */
    private static final Pattern FETCHED = Pattern.compile(
        "(src|href|data|poster)\\s*=\\s*[\"']?(https?:)?//[^>]*|url\\(\\s*[\"']?https?:[^)]*|@import|<script|<link");

    private OfflinePage() {
    }

    static void check(final String page) {
        final Matcher fetched = FETCHED.matcher(page);
        assertFalse(fetched.find(), () -> "the page needs " + fetched.group());
    }
}
