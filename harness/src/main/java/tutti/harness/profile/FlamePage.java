package tutti.harness.profile;

import static tutti.harness.page.Html.escape;

import java.util.Locale;

/**
 * Draws a flame graph as one page that opens offline: the outermost functions at the bottom, widths in proportion to
 * the time. A click enlarges a function, a search marks all of a name. The page is well-formed XML.
 */
final class FlamePage {
    private static final int ROW_HEIGHT = 17;
    /** Nodes of a smaller part than this are not drawn: no screen shows them. */
    private static final double LEAST_PART = 0.0003;
    private static final double PERCENT = 100;
    private static final int COLOR_VARIANTS = 4;

    private static final String STYLE = """
        body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem; }
        h1 { font-size: 1.2rem; margin: 0; }
        pre { background: #f6f6f6; padding: 0.5rem; overflow-x: auto; }
        .graph text { font: 11px monospace; pointer-events: none; }
        .graph svg { cursor: pointer; }
        .graph rect { stroke: #fff; stroke-width: 0.5; }
        .key { display: inline-block; padding: 0 0.6rem; margin-right: 0.3rem; }
        .outer { opacity: 0.5; }
        .found rect { fill: #c3c; }
        """;

    private static final String SCRIPT = """
        const frames = [...document.querySelectorAll('.graph > svg')].map(e => (
          {e, x: +e.dataset.x, w: +e.dataset.w, y: +e.getAttribute('y'), name: e.querySelector('text').textContent}));
        function zoom(to) {
          for (const f of frames) {
            const outer = f.y >= to.y ? Math.min(f.x + f.w, to.x + to.w) - Math.max(f.x, to.x) > to.w - 1e-6 : false;
            const inside = f.y > to.y ? false : f.x > to.x - 1e-6 ? to.x + to.w + 1e-6 > f.x + f.w : false;
            f.e.style.display = outer || inside ? '' : 'none';
            f.e.classList.toggle('outer', outer ? f !== to : false);
            f.e.setAttribute('x', outer ? '0%' : (f.x - to.x) / to.w * 100 + '%');
            f.e.setAttribute('width', outer ? '100%' : f.w / to.w * 100 + '%');
          }
        }
        for (const f of frames) f.e.addEventListener('click', () => zoom(f));
        document.getElementById('search').addEventListener('input', event => {
          const wanted = event.target.value.toLowerCase();
          let sum = 0, end = -1;
          const hits = frames.filter(f => wanted ? f.name.toLowerCase().includes(wanted) : false);
          for (const f of frames) f.e.classList.toggle('found', hits.includes(f));
          for (const f of hits.sort((a, b) => a.x - b.x || b.w - a.w)) {
            if (f.x > end - 1e-6) { sum += f.w; end = f.x + f.w; }
          }
          document.getElementById('hits').textContent = wanted ? sum.toFixed(1) + ' % in what is marked' : '';
        });
        """;

    private final StringBuilder page = new StringBuilder();
    private final FlameNode root;
    private final int height;

    private FlamePage(final FlameNode root) {
        this.root = root;
        this.height = root.depth(least(root)) * ROW_HEIGHT;
    }

    /**
     * @param title of the page
     * @param text  shown above the graph as it is
     * @param root  of the tree, with one sample at least
     * @return the page
     */
    static String of(final String title, final String text, final FlameNode root) {
        return new FlamePage(root).write(title, text);
    }

    private static long least(final FlameNode root) {
        return Math.max(1, Math.round(root.total() * LEAST_PART));
    }

    private String write(final String title, final String text) {
        page.append("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head>"
                + "<meta charset=\"utf-8\"/><title>").append(escape(title)).append("</title>\n<style>\n")
            .append(STYLE).append("</style></head><body>\n<h1>").append(escape(title)).append("</h1>\n<pre>")
            .append(escape(text)).append("</pre>\n<p>");
        for (final CodeKind kind : CodeKind.values()) {
            page.append("<span class=\"key\" style=\"background: ").append(color(kind, 0)).append("\">")
                .append(kind.name().toLowerCase(Locale.ROOT)).append("</span>");
        }
        page.append(" a click enlarges, a click on the lowest row shows all again; search: "
                + "<input id=\"search\" type=\"search\"/> <span id=\"hits\"></span></p>\n"
                + "<svg class=\"graph\" xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" height=\"")
            .append(height).append("\">\n");
        draw(root, 0, 0);
        page.append("</svg>\n<script>\n//<![CDATA[\n").append(SCRIPT).append("//]]>\n</script>\n</body></html>\n");
        return page.toString();
    }

    private void draw(final FlameNode node, final long before, final int level) {
        final String x = percent(before);
        final String width = percent(node.total());
        final double share = node.total() * PERCENT / root.total();
        page.append("<svg x=\"").append(x).append("%\" y=\"").append(height - (level + 1) * ROW_HEIGHT)
            .append("\" width=\"").append(width).append("%\" height=\"").append(ROW_HEIGHT)
            .append("\" data-x=\"").append(x).append("\" data-w=\"").append(width).append("\"><title>")
            .append(escape(node.name())).append(String.format(Locale.ROOT,
                "\n%.2f %%, %d of %d samples, %d in it alone", share, node.total(), root.total(), node.self()))
            .append("</title><rect width=\"100%\" height=\"100%\" fill=\"")
            .append(color(node.kind(), Math.floorMod(node.name().hashCode(), COLOR_VARIANTS)))
            .append("\"/><text x=\"3\" y=\"12\">").append(escape(node.name())).append("</text></svg>\n");
        long at = before;
        for (final FlameNode child : node.children()) {
            if (child.total() >= least(root)) {
                draw(child, at, level + 1);
            }
            at += child.total();
        }
    }

    private String percent(final long samples) {
        return String.format(Locale.ROOT, "%.5f", samples * PERCENT / root.total());
    }

    private static String color(final CodeKind kind, final int variant) {
        final int hue = switch (kind) {
            case JAVA -> 110;
            case NATIVE -> 48;
            case KERNEL -> 18;
        };
        return "hsl(" + (hue + 4 * variant) + ", 70%, " + (74 - 3 * variant) + "%)";
    }
}
