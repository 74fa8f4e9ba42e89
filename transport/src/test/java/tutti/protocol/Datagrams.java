package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Test data: datagrams as hex, and the files of them. */
final class Datagrams {
    private Datagrams() {
    }

    /** A buffer exactly as long as the bytes, so that reading past a body's end fails. */
    static UnsafeBuffer buffer(final String hex) {
        return new UnsafeBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static String hex(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }

    static UnsafeBuffer bytes(final int... values) {
        final byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return new UnsafeBuffer(bytes);
    }

    /** A buffer with the pattern 0, 1, 2, ... in it. */
    static UnsafeBuffer counting(final int length) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length]);
        for (int i = 0; i < length; i++) {
            buffer.putByte(i, (byte) i);
        }
        return buffer;
    }

    static Utf8Field text(final String text) {
        final byte[] utf8 = text.getBytes(UTF_8);
        return new Utf8Field().wrapText(new UnsafeBuffer(utf8), 0, utf8.length);
    }

    /** Puts a flyweight over the body of a frame given in hex. */
    static <T extends MessageBody> T body(final T flyweight, final int id, final String frame) {
        final UnsafeBuffer datagram = buffer(frame);
        assertTrue(Frame.isMessage(datagram, 0, datagram.capacity()));
        assertEquals(id, Frame.id(datagram, 0));
        assertTrue(flyweight.wrap(datagram, Frame.bodyOffset(0), Frame.bodyLength(datagram, 0)));
        return flyweight;
    }

    /** Whether a flyweight accepts a body given in hex. */
    static boolean accepts(final MessageBody flyweight, final String body) {
        final UnsafeBuffer bytes = buffer(body);
        return flyweight.wrap(bytes, 0, bytes.capacity());
    }

    /** Lines of a test resource without the comments. */
    static List<String> lines(final String resource) {
        try (BufferedReader reader = new BufferedReader(
            new InputStreamReader(Datagrams.class.getResourceAsStream(resource), UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
