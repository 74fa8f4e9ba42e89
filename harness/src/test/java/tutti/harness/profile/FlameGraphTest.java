package tutti.harness.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class FlameGraphTest {
    private static final List<StackSample> SAMPLES = List.of(
        Recorded.java(60, "a", "b"), Recorded.java(30, "a", "b", "c<int> & \"d\""), Recorded.java(10, "a", "e"));

    @Test
    void stacksShareTheirOuterFunctions() {
        final FlameNode root = FlameNode.tree(SAMPLES);
        assertEquals(100, root.total());
        final FlameNode thread = root.children().iterator().next();
        final FlameNode a = thread.children().iterator().next();
        assertEquals("a", a.name());
        assertEquals(100, a.total());
        assertEquals(0, a.self());
        assertEquals(List.of(90L, 10L), a.children().stream().map(FlameNode::total).toList());
        assertEquals(60, a.children().iterator().next().self());
        assertEquals(5, root.depth(1));
        assertEquals(4, root.depth(31), "what is called too rarely has no level");
    }

    @Test
    void everyTotalIsSelfAndChildren() {
        checkTotals(FlameNode.tree(Recorded.asyncProfiler()));
    }

    private static void checkTotals(final FlameNode node) {
        assertEquals(node.total(),
            node.self() + node.children().stream().mapToLong(FlameNode::total).sum(), node.name());
        node.children().forEach(FlameGraphTest::checkTotals);
    }

    @Test
    void foldedStacksHaveWhatEachFunctionTookAlone() {
        final StringBuilder folded = new StringBuilder();
        FlameNode.tree(SAMPLES).fold(folded);
        assertEquals("""
            frame;a;b 60
            frame;a;b;c<int> & "d" 30
            frame;a;e 10
            """, folded.toString());
    }

    @Test
    void thePageIsWellFormedAndWidthsAddUp() throws Exception {
        final List<StackSample> samples = new ArrayList<>(SAMPLES);
        samples.addAll(Recorded.asyncProfiler());
        final Document page = parse(FlamePage.of("a < b", "x & y", FlameNode.tree(samples)));
        final NodeList graphs = page.getElementsByTagName("svg");
        final Map<Integer, Double> widthByRow = new HashMap<>();
        int lowest = 0;
        for (int i = 1; i < graphs.getLength(); i++) {
            final Element frame = (Element) graphs.item(i);
            final int row = Integer.parseInt(frame.getAttribute("y"));
            widthByRow.merge(row, Double.parseDouble(frame.getAttribute("data-w")), Double::sum);
            lowest = Math.max(lowest, row);
            assertTrue(Double.parseDouble(frame.getAttribute("data-x"))
                + Double.parseDouble(frame.getAttribute("data-w")) < 100.001, "beyond the right edge");
        }
        assertEquals(100, widthByRow.get(lowest), 0.001, "the root");
        assertEquals(100, widthByRow.get(lowest - 17), 0.001, "all threads");
        for (final int row : widthByRow.keySet()) {
            assertTrue(row == lowest || widthByRow.get(row) <= widthByRow.get(row + 17) + 0.001,
                "what is called is no wider than what called it");
        }
        assertTrue(page.getDocumentElement().getTextContent().contains("c<int> & \"d\""));
    }

    @Test
    void nothingIsTakenFromElsewhere() {
        final String page = FlamePage.of("title", "text", FlameNode.tree(SAMPLES));
        assertTrue(page.replace("http://www.w3.org/", "").indexOf("http") < 0);
        assertTrue(!page.contains("src=") && !page.contains("<link"));
    }

    private static Document parse(final String page) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
    }
}
