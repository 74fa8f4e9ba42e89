package tutti.server.jitter;

import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/** The jitter buffer equals a literal reading of the specification: every block, size and filter value, bit for bit. */
class JitterBufferModelTest {

    /** One thing that can happen to a jitter buffer. */
    private interface Action {
        void on(TestedPair pair);
    }

    private record Named(String name, Action action) {
        @Override
        public String toString() {
            return name;
        }
    }

    @Property(tries = 600)
    void equalsTheReferenceWhateverHappens(@ForAll("actions") final List<Named> actions) {
        try (TestedPair pair = new TestedPair()) {
            actions.forEach(named -> named.action().on(pair));
        }
    }

    @Provide
    Arbitrary<List<Named>> actions() {
        return Arbitraries.frequencyOf(
                Tuple.of(40, get()),
                Tuple.of(20, Arbitraries.just(new Named("peek", TestedPair::peek))),
                Tuple.of(20, put(Arbitraries.integers().between(0, 255))),
                Tuple.of(20, put(Arbitraries.integers().between(0, 12))),
                Tuple.of(2, Arbitraries.integers().between(-20, 20).filter(difference -> difference != 0)
                        .map(n -> new Named("wrong length " + n, pair -> pair.putOfWrongLength(n)))),
                Tuple.of(3, Arbitraries.integers().between(1, 20)
                        .map(n -> new Named("manual " + n, pair -> pair.setManual(n)))),
                Tuple.of(3, Arbitraries.just(new Named("automatic", TestedPair::setAutomatic))),
                Tuple.of(3, Arbitraries.just(new Named("apply", TestedPair::applyAutomatic))),
                Tuple.of(3, streams().map(stream -> new Named("configure " + stream, pair -> pair.configure(stream)))),
                Tuple.of(1, Arbitraries.just(new Named("reset", TestedPair::reset)))
        ).list().ofMinSize(1).ofMaxSize(400);
    }

    private static Arbitrary<Named> put(final Arbitrary<Integer> numbers) {
        return numbers.map(n -> new Named("put " + n, pair -> pair.put(n)));
    }

    private static Arbitrary<Named> get() {
        return Arbitraries.just(new Named("get", TestedPair::get));
    }

    @Provide
    Arbitrary<ReferenceJitterBuffer.Stream> streams() {
        return Combinators.combine(
                Arbitraries.of(9, 45, 71, 165, 512, JitterBuffer.MAX_CODED_BYTES),
                Arbitraries.of(true, true, false),
                Arbitraries.of(1, 2, 4),
                Arbitraries.of(64, 128)
        ).as(ReferenceJitterBuffer.Stream::new);
    }

    /**
     * Minutes of music over a bad network: long enough that the histories fill and wrap, the filter leaves its fast
     * start, and the statistics are cleared in between.
     */
    @Property(tries = 12, edgeCases = EdgeCasesMode.NONE)
    void equalsTheReferenceOverMinutesOfMusic(
            @ForAll("streams") final ReferenceJitterBuffer.Stream stream,
            @ForAll final Random random,
            @ForAll @IntRange(max = 255) final int firstNumber,
            @ForAll @Scale(6) @DoubleRange(max = 0.03) final double loss,
            @ForAll @Scale(6) @DoubleRange(max = 0.02) final double duplicates,
            @ForAll @Scale(6) @DoubleRange(max = 0.004) final double bursts,
            @ForAll @Scale(6) @DoubleRange(max = 6) final double jitterBlocks,
            @ForAll @Scale(6) @DoubleRange(min = -0.0005, max = 0.0005) final double drift) {
        final int blocks = 3 * stream.h();
        try (TestedPair pair = new TestedPair()) {
            pair.configure(stream);
            final PriorityQueue<Arrival> underway = new PriorityQueue<>();
            double held = 0;
            int number = firstNumber;
            double sendTime = 0;
            for (int now = 0; now < blocks; now++) {
                while (sendTime <= now) {
                    if (random.nextDouble() < bursts) {
                        held = now + 30 * random.nextDouble();
                    }
                    final double arrival = Math.max(held, sendTime + jitterBlocks * random.nextDouble());
                    if (random.nextDouble() >= loss) {
                        underway.add(new Arrival(arrival, number));
                    }
                    if (random.nextDouble() < duplicates) {
                        underway.add(new Arrival(arrival + 4 * random.nextDouble(), number));
                    }
                    number += stream.factor();
                    sendTime += stream.factor() * (1 + drift);
                }
                while (!underway.isEmpty() && underway.peek().time() <= now) {
                    pair.put(underway.remove().number());
                }
                pair.get();
                pair.applyAutomatic();
                if (random.nextInt(2000) == 0) {
                    disturb(pair, random);
                }
            }
        }
    }

    /** A datagram underway: when it arrives, in block periods, and its first sequence number. */
    private record Arrival(double time, int number) implements Comparable<Arrival> {
        @Override
        public int compareTo(final Arrival other) {
            return Double.compare(time, other.time);
        }
    }

    private static void disturb(final TestedPair pair, final Random random) {
        switch (random.nextInt(8)) {
            case 0, 1 -> pair.setManual(1 + random.nextInt(20));
            case 2, 3, 4 -> pair.setAutomatic();
            case 5 -> pair.putOfWrongLength(1);
            case 6 -> {
                for (int i = random.nextInt(40); i > 0; i--) {
                    pair.get();
                }
            }
            default -> {
                if (random.nextInt(10) == 0) {
                    pair.configure(pair.stream());
                }
            }
        }
    }
}
