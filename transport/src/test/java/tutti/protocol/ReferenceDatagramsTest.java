package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every complete frame that the protocol's reference quotes. */
class ReferenceDatagramsTest {
    static List<String> datagrams() {
        return Datagrams.lines("/reference-datagrams.txt");
    }

    @ParameterizedTest
    @MethodSource("datagrams")
    void shouldBeAMessageThatIsRewrittenByteForByte(final String line) {
        final String hex = line.substring(line.indexOf('|') + 1).strip();
        final UnsafeBuffer datagram = Datagrams.buffer(hex);

        assertTrue(Frame.isMessage(datagram, 0, datagram.capacity()));
        assertEquals(hex, Reencoder.reencoded(datagram));
    }
}
