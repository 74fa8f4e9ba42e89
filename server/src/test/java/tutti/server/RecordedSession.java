package tutti.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import tutti.protocol.Frame;
import tutti.protocol.MessageId;

/**
 * Traffic recorded between real clients and a real server.
 *
 * @param datagrams all that was recorded, in order of time.
 */
record RecordedSession(List<Datagram> datagrams) {

    private static final Pattern LINE =
        Pattern.compile("\\{\"t\": ([0-9.]+), \"dir\": \"(c2s|s2c)\", \"client\": (\\d+), \"hex\": \"([0-9a-f]*)\"}");

    /**
     * One datagram.
     *
     * @param nanos since the first one.
     * @param toServer its direction.
     * @param client number of the client that sent or got it.
     * @param bytes all of it.
     */
    record Datagram(long nanos, boolean toServer, int client, byte[] bytes) {

        boolean isAudio() {
            return !Frame.isMessage(view(), 0, bytes.length);
        }

        /** Message id, or -1 of audio. */
        int id() {
            return isAudio() ? -1 : Frame.id(view(), 0);
        }

        int counter() {
            return Frame.counter(view(), 0);
        }

        byte[] body() {
            final byte[] body = new byte[Frame.bodyLength(view(), 0)];
            view().getBytes(Frame.bodyOffset(0), body);
            return body;
        }

        String bodyHex() {
            return HexFormat.of().formatHex(body());
        }

        /** Whether it is to be acknowledged. */
        boolean isReliable() {
            return !isAudio() && id() != MessageId.ACKN && !MessageId.isConnectionless(id());
        }

        private UnsafeBuffer view() {
            return new UnsafeBuffer(bytes);
        }
    }

    /** Reads a recording from the test resources. */
    static RecordedSession read(final String name) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            RecordedSession.class.getResourceAsStream("/captures/" + name + ".jsonl"), StandardCharsets.UTF_8))) {
            return new RecordedSession(reader.lines().map(RecordedSession::parse).toList());
        } catch (final IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    private static Datagram parse(final String line) {
        final Matcher fields = LINE.matcher(line);
        if (!fields.matches()) {
            throw new IllegalArgumentException("not a line of a recording: " + line);
        }
        return new Datagram(Math.round(Double.parseDouble(fields.group(1)) * 1e9), fields.group(2).equals("c2s"),
            Integer.parseInt(fields.group(3)), HexFormat.of().parseHex(fields.group(4)));
    }

    int clients() {
        return 1 + datagrams.stream().mapToInt(Datagram::client).max().orElseThrow();
    }

    long lengthNanos() {
        return datagrams.getLast().nanos();
    }

    /** What one client sent, in order. */
    List<Datagram> sentBy(final int client) {
        return datagrams.stream().filter(one -> one.toServer() && one.client() == client).toList();
    }

    /** What one client got, in order. */
    List<Datagram> gotBy(final int client) {
        return datagrams.stream().filter(one -> !one.toServer() && one.client() == client).toList();
    }
}
