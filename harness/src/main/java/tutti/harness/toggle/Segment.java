package tutti.harness.toggle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tutti.harness.times.FrameTimes;

/**
 * A few seconds in one mode.
 *
 * @param on    whether the switch was on
 * @param times of the frames in it
 */
record Segment(boolean on, FrameTimes times) {
    private static final String BEGIN = "-begin.hlog";
    private static final String END = "-end.hlog";

    /**
     * Reads a folder of files such as 007-on-begin.hlog and 007-on-end.hlog, in their order.
     *
     * @param folder that {@code toggle.sh} has filled
     * @return the segments that came to an end
     * @throws IOException              when a file cannot be read
     * @throws IllegalArgumentException naming a file with another content
     */
    static List<Segment> readAll(final Path folder) throws IOException {
        final List<Path> ends;
        try (Stream<Path> files = Files.list(folder)) {
            ends = files.filter(file -> file.getFileName().toString().endsWith(END)).sorted().toList();
        }
        final List<Segment> segments = new ArrayList<>();
        for (final Path end : ends) {
            final String name = end.getFileName().toString().replace(END, "");
            final FrameTimes before = read(folder.resolve(name + BEGIN));
            segments.add(new Segment(name.endsWith("-on"), read(end).since(before)));
        }
        return segments;
    }

    private static FrameTimes read(final Path file) throws IOException {
        try {
            return FrameTimes.read(Files.readString(file));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }
}
