package tutti.server.jitter;

import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A client that changes between streams with and without sequence numbers: each kind moves the windows its own way. */
class SequenceNumbersOnAndOffTest {

    private static final int PHASES = 6;
    private static final int GETS_IN_PHASE = 60;

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void equalsTheReferenceAfterEachChangeAndReset(@ForAll final Random random,
                                                   @ForAll @IntRange(max = 255) final int firstNumber) {
        try (TestedPair pair = new TestedPair()) {
            int gets = 0;
            for (int phase = 0; phase < PHASES; phase++) {
                if (random.nextInt(4) == 0) {
                    pair.reset();
                    gets = 0;
                }
                pair.configure(new ReferenceJitterBuffer.Stream(45, random.nextBoolean(), 1, 128));
                for (int i = 0; i < GETS_IN_PHASE; i++) {
                    // Without sequence numbers the small windows overflow, and all run empty now and then.
                    for (int arrivals = random.nextInt(3); arrivals > 0; arrivals--) {
                        pair.put(firstNumber + gets + random.nextInt(2));
                    }
                    pair.get();
                    gets++;
                }
            }
        }
    }
}
