package tutti.harness.profile;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * A function in the tree of all stacks: where samples share their outer functions, they share nodes.
 *
 * <p>Invariant: {@link #total} is {@link #self} plus the totals of all {@link #children}.
 */
final class FlameNode {
    private final String name;
    private final CodeKind kind;
    private final TreeMap<String, FlameNode> children = new TreeMap<>();
    private long self;
    private long total;

    private FlameNode(final String name, final CodeKind kind) {
        this.name = name;
        this.kind = kind;
    }

    /**
     * @param samples what was recorded
     * @return the root, whose children are threads
     */
    static FlameNode tree(final List<StackSample> samples) {
        final FlameNode root = new FlameNode("all", CodeKind.NATIVE);
        for (final StackSample sample : samples) {
            root.total += sample.count();
            FlameNode node = root.child(sample.thread(), CodeKind.NATIVE);
            node.total += sample.count();
            for (final StackFrame frame : sample.frames()) {
                node = node.child(frame.name(), frame.kind());
                node.total += sample.count();
            }
            node.self += sample.count();
        }
        return root;
    }

    private FlameNode child(final String childName, final CodeKind childKind) {
        return children.computeIfAbsent(childKind.ordinal() + childName,
            absent -> new FlameNode(childName, childKind));
    }

    /** {@return the function's name} */
    String name() {
        return name;
    }

    /** {@return whose code it is} */
    CodeKind kind() {
        return kind;
    }

    /** {@return the functions it called, in an order that does not depend on the times they took} */
    Collection<FlameNode> children() {
        return children.values();
    }

    /** {@return samples in it and in all that it called} */
    long total() {
        return total;
    }

    /** {@return samples in it alone} */
    long self() {
        return self;
    }

    /** {@return number of levels from here on that have a node of that many samples, 1 for this alone} */
    int depth(final long least) {
        return 1 + children.values().stream().filter(child -> child.total >= least)
            .mapToInt(child -> child.depth(least)).max().orElse(0);
    }

    /**
     * Writes the tree as folded stacks: names separated by semicolons, a blank, and the samples in the last one alone.
     *
     * @param to receives the lines
     */
    void fold(final StringBuilder to) {
        children.values().forEach(child -> child.fold("", to));
    }

    private void fold(final String callers, final StringBuilder to) {
        final String path = callers + name.replace(';', ':');
        if (self > 0) {
            to.append(path).append(' ').append(self).append('\n');
        }
        children.values().forEach(child -> child.fold(path + ';', to));
    }
}
