package tutti.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class Utf8FieldTest {
    private final Utf8Field field = new Utf8Field();

    @Test
    void shouldReadLengthAndTextAndSayWhereTheFieldEnds() {
        final UnsafeBuffer buffer = Datagrams.buffer("ff 05 00 4b c3 b6 6c 6e ff");

        assertEquals(8, field.wrap(buffer, 1, 9, 4));
        assertEquals(5, field.length());
        assertEquals(4, field.chars());
        assertEquals("Köln", field.toString());
    }

    @Test
    void shouldReadATextWhoseLengthTakesOneByte() {
        final UnsafeBuffer buffer = Datagrams.buffer("ff 05 4b c3 b6 6c 6e ff");

        assertEquals(7, field.wrapShort(buffer, 1, 8, 4));
        assertEquals("Köln", field.toString());
        assertEquals(Utf8Field.MALFORMED, field.wrapShort(buffer, 1, 6, 4));
        assertEquals(Utf8Field.MALFORMED, field.wrapShort(buffer, 1, 1, 4));
        assertEquals(Utf8Field.MALFORMED, field.wrapShort(buffer, 1, 8, 3));
    }

    @Test
    void shouldRefuseATextThatRunsPastTheBody() {
        final UnsafeBuffer buffer = Datagrams.buffer("05 00 4b c3 b6 6c 6e ff");
        for (int limit = 0; limit < 7; limit++) {
            assertEquals(Utf8Field.MALFORMED, field.wrap(buffer, 0, limit, 20), "limit " + limit);
        }
        assertEquals(7, field.wrap(buffer, 0, 7, 20));
        assertEquals(7, field.wrap(buffer, 0, 8, 20));
    }

    @Test
    void shouldCountCharactersOutsideTheBasicPlaneTwice() {
        final Utf8Field clef = Datagrams.text("𝄞");
        assertEquals(4, clef.length());
        assertEquals(2, clef.chars());
        assertTrue(clef.exceeds(1));
        assertFalse(clef.exceeds(2));
    }

    @Test
    void shouldAllowThreeBytesACharacterUpToTheLimit() {
        final Utf8Field longest = Datagrams.text("田".repeat(16));
        assertEquals(48, longest.length());
        assertFalse(longest.exceeds(16));
        assertTrue(longest.exceeds(15));
    }

    @Test
    void shouldAcceptAnEmptyText() {
        assertEquals(2, field.wrap(Datagrams.bytes(0, 0), 0, 2, 0));
        assertEquals(0, field.chars());
        assertEquals("", field.toString());
    }

    @Test
    void shouldCompareWithAnyRegion() {
        final UnsafeBuffer other = new UnsafeBuffer("xAnnaAnne".getBytes(UTF_8));
        final Utf8Field anna = Datagrams.text("Anna");

        assertTrue(anna.contentEquals(other, 1, 4));
        assertFalse(anna.contentEquals(other, 5, 4));
        assertFalse(anna.contentEquals(other, 1, 3));
        assertTrue(anna.contentEquals(Datagrams.text("Anna")));
        assertTrue(Datagrams.text("").contentEquals(other, 0, 0));
    }

    @Test
    void shouldRefuseToWriteATextItsLengthCannotState() {
        final UnsafeBuffer target = new UnsafeBuffer(new byte[70_000]);

        assertEquals(2 + 65_535, Utf8Field.write(target, 0, new byte[65_535]));
        assertThrows(IllegalArgumentException.class, () -> Utf8Field.write(target, 0, new byte[65_536]));
        assertEquals(1 + 255, Utf8Field.writeShort(target, 0, Datagrams.text("x".repeat(255))));
        assertThrows(IllegalArgumentException.class,
            () -> Utf8Field.writeShort(target, 0, Datagrams.text("x".repeat(256))));
    }

    @Property(tries = 2000)
    void shouldSeeMalformedTextAsJavaDoes(@ForAll("nearlyUtf8") final byte[] bytes) {
        final String decoded = new String(bytes, UTF_8);
        field.wrapText(new UnsafeBuffer(bytes), 0, bytes.length);

        assertEquals(decoded.length(), field.chars());
        assertEquals(decoded, field.toString());
        assertEquals(decoded.length() > 3, field.exceeds(3));
    }

    @Property(tries = 2000)
    void shouldCopyMalformedTextAsReplacementCharacters(@ForAll("nearlyUtf8") final byte[] bytes) {
        final byte[] expected = new String(bytes, UTF_8).getBytes(UTF_8);
        field.wrapText(new UnsafeBuffer(bytes), 0, bytes.length);
        final UnsafeBuffer target = new UnsafeBuffer(new byte[1 + field.chars() * Limits.MAX_BYTES_PER_CHAR]);

        final byte[] copied = new byte[field.copyWellFormedTo(target, 1)];
        target.getBytes(1, copied);

        assertArrayEquals(expected, copied);
    }

    /** Bytes at the edges of what UTF-8 allows, so that most texts are malformed in an interesting way. */
    @Provide
    Arbitrary<byte[]> nearlyUtf8() {
        return Arbitraries.of(0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
                0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFD, 0xFF)
            .map(Integer::byteValue).array(byte[].class).ofMaxSize(12);
    }
}
