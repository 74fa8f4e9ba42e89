package tutti.harness.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void meanAndDeviationAreThoseOfASample() {
        final SampleStatistics statistics = SampleStatistics.of(2, 4, 4, 4, 5, 5, 7, 9);
        assertEquals(5, statistics.mean(), 1e-12);
        assertEquals(Math.sqrt(32.0 / 7), statistics.sd(), 1e-12, "divided by n - 1");
        assertEquals(2, statistics.min());
        assertEquals(9, statistics.max());
        assertEquals(8, statistics.count());
    }

    @Test
    void aSingleValueHasNoDeviationAndNoValuesHaveNoStatistics() {
        assertEquals(0, SampleStatistics.of(3).sd());
        assertThrows(IllegalArgumentException.class, SampleStatistics::of);
    }

    @Test
    void armsOverlapUnlessEveryValueOfOneIsBelowEveryValueOfTheOther() {
        final SampleStatistics low = SampleStatistics.of(1, 2);
        assertFalse(low.overlaps(SampleStatistics.of(2.1, 3)));
        assertFalse(SampleStatistics.of(2.1, 3).overlaps(low));
        assertTrue(low.overlaps(SampleStatistics.of(2, 3)), "equal values are not below each other");
        assertTrue(low.overlaps(SampleStatistics.of(0, 9)), "one within the other");
    }

    @Test
    void theRatioIsTheGeometricMeanOfThePairs() {
        final PairedRatio ratio = PairedRatio.of(new double[] {1, 2}, new double[] {2, 1});
        assertEquals(1, ratio.ratio(), 1e-12, "half and double cancel");
        assertEquals(2, ratio.pairs());
    }

    @Test
    void theIntervalIsStudentsOnTheLogarithms() {
        // Logarithms 0.1, 0.2, 0.3: mean 0.2, sd 0.1; t(0.975, 2) = 4.302653 as every table has it.
        final double[] first = {Math.exp(0.1), Math.exp(0.2), Math.exp(0.3)};
        final PairedRatio ratio = PairedRatio.of(first, new double[] {1, 1, 1});
        final double half = 4.302653 * 0.1 / Math.sqrt(3);
        assertEquals(Math.exp(0.2), ratio.ratio(), 1e-9);
        assertEquals(Math.exp(0.2 - half), ratio.low(), 1e-6);
        assertEquals(Math.exp(0.2 + half), ratio.high(), 1e-6);
    }

    @Test
    void driftThatHitsBothRunsOfAPairLeavesTheIntervalNarrow() {
        final PairedRatio ratio = PairedRatio.of(new double[] {0.8, 1.6, 0.4}, new double[] {1, 2, 0.5});
        assertEquals(0.8, ratio.low(), 1e-9);
        assertEquals(0.8, ratio.high(), 1e-9);
    }

    @Test
    void aSinglePairHasARatioButNoInterval() {
        final PairedRatio ratio = PairedRatio.of(new double[] {1}, new double[] {2});
        assertEquals(0.5, ratio.ratio(), 1e-12);
        assertTrue(Double.isNaN(ratio.low()) && Double.isNaN(ratio.high()));
    }

    @Test
    void whatMakesNoPairsIsRefused() {
        final double[] one = {1};
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(one, new double[] {1, 2}));
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(new double[0], new double[0]));
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(one, new double[] {0}));
    }
}
