package tutti.protocol;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;

/** Recorded traffic of real programs; see {@code captures/README.md} among the test resources. */
final class Capture {
    static final List<String> FILES = List.of("a", "b", "c", "d", "e", "f");

    private static final Pattern LINE =
        Pattern.compile("\\{\"t\": ([0-9.]+), \"dir\": \"(c2s|s2c)\", \"client\": (\\d+), \"hex\": \"([0-9a-f]*)\"}");

    /**
     * One datagram.
     *
     * @param seconds  since the first one of the file
     * @param toServer its direction
     * @param client   number of the client that sent or got it
     * @param payload  all of it
     */
    record Datagram(double seconds, boolean toServer, int client, UnsafeBuffer payload) {
        boolean isMessage() {
            return Frame.isMessage(payload, 0, payload.capacity());
        }

        int id() {
            return Frame.id(payload, 0);
        }

        int counter() {
            return Frame.counter(payload, 0);
        }

        int bodyLength() {
            return Frame.bodyLength(payload, 0);
        }

        String hex() {
            return Datagrams.hex(payload, 0, payload.capacity());
        }
    }

    private Capture() {
    }

    static List<Datagram> read(final String file) {
        return Datagrams.lines("/captures/" + file + ".jsonl").stream().map(Capture::parse).toList();
    }

    private static Datagram parse(final String line) {
        final Matcher fields = LINE.matcher(line);
        if (!fields.matches()) {
            throw new IllegalArgumentException("not a line of a capture: " + line);
        }
        return new Datagram(Double.parseDouble(fields.group(1)), fields.group(2).equals("c2s"),
            Integer.parseInt(fields.group(3)), Datagrams.buffer(fields.group(4)));
    }
}
