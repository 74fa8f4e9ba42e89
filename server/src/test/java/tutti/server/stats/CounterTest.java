package tutti.server.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CounterTest {
    @ParameterizedTest
    @EnumSource
    void shouldHaveNameLabelAndSentenceFitForPrometheus(final Counter counter) {
        assertTrue(counter.metric().matches("tutti_[a-z_]+"), counter.metric());
        assertFalse(counter.metric().endsWith("_total"), "the exporter adds it");
        assertTrue(counter.sentence().endsWith("."), counter.sentence());
        assertTrue(counter.id() >= 0 && counter.id() < Counters.SLOTS);
        if (counter.family() == null) {
            assertEquals("", counter.labelValue());
        } else {
            assertTrue(counter.labelValue().matches("[a-z_]+"), counter.labelValue());
            assertEquals(Counter.Kind.TOTAL, counter.kind());
        }
    }

    @Test
    void shouldHaveOneKindPerMetric() {
        final Map<String, Counter.Family> families = new HashMap<>();
        for (final Counter counter : Counter.values()) {
            if (families.containsKey(counter.metric())) {
                assertEquals(families.get(counter.metric()), counter.family(), counter.metric());
            }
            families.put(counter.metric(), counter.family());
        }
        assertNull(families.get(Counter.FRAMES.metric()));
    }

    @Test
    void shouldRefuseACatalogueWithTheSameCounterTwice() {
        final Counter[] doubled = {Counter.FRAMES, Counter.PINGS, Counter.FRAMES};

        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> CounterCatalogue.check(doubled));

        assertEquals("id 1 belongs to both FRAMES and FRAMES", refusal.getMessage());
    }
}
