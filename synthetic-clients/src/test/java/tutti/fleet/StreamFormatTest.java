package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamFormatTest {

    @ParameterizedTest
    @CsvSource({"128, 1, 45, 1, 45, 46, 375", "128, 2, 71, 2, 142, 144, 187.5", "64, 2, 35, 1, 35, 36, 750",
        "64, 1, 22, 4, 88, 92, 187.5"})
    void sizesAndRatesAreThoseOfTheSpecification(final int frame, final int channels, final int bytes, final int factor,
            final int withoutCounter, final int withCounter, final double rate) {
        final StreamFormat format = new StreamFormat(frame, channels, bytes, factor);
        assertEquals(withoutCounter, format.datagramBytes(false));
        assertEquals(withCounter, format.datagramBytes(true));
        assertEquals(rate, format.datagramsPerSecond());
        assertEquals(bytes, StreamFormat.normalCodedBytes(frame, channels));
    }

    @ParameterizedTest
    @CsvSource({"100, 1, 45, 1, frame is 100", "128, 3, 45, 1, channels is 3", "128, 1, 9, 1, bytes is 9",
        "128, 1, 1276, 1, bytes is 1276", "64, 1, 22, 3, factor is 3"})
    void refusesWhatTheProtocolDoesNotKnowAndNamesIt(final int frame, final int channels, final int bytes,
            final int factor, final String complaint) {
        final var refused = assertThrows(IllegalArgumentException.class,
                () -> new StreamFormat(frame, channels, bytes, factor));
        assertTrue(refused.getMessage().startsWith(complaint), refused.getMessage());
    }

    @Test
    void aLoopHoldsWholeDatagramsInEveryFormat() {
        for (final int frame : new int[] {64, 128}) {
            for (final int factor : new int[] {1, 2, 4}) {
                final StreamFormat format = new StreamFormat(frame, 1, 45, factor);
                assertEquals(0, TonePlan.LOOP_SAMPLES % format.datagramSamples());
            }
        }
    }
}
