package tutti.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class NetworkPathTest {

    private static final int PACKETS = 10_000;

    private final UnsafeBuffer packet = new UnsafeBuffer(ByteBuffer.allocateDirect(Integer.BYTES));
    private final UnsafeBuffer held = new UnsafeBuffer(ByteBuffer.allocateDirect(Integer.BYTES));
    private final List<Integer> arrived = new ArrayList<>();

    private NetworkPath path(final double loss, final double reorder, final long seed) {
        arrived.clear();
        return new NetworkPath((address, length) -> arrived.add(new UnsafeBuffer(address, length).getInt(0)),
                new Hardship(loss, reorder, 0, 0, 0), new SplittableRandom(seed), held);
    }

    private List<Integer> play(final NetworkPath path) {
        for (int i = 0; i < PACKETS; i++) {
            packet.putInt(0, i);
            path.sendAudio(packet.addressOffset(), Integer.BYTES);
            // The memory is used again at once.
            packet.putInt(0, -1);
        }
        return List.copyOf(arrived);
    }

    @Test
    void withoutHardshipEverythingArrivesInOrder() {
        assertEquals(IntStream.range(0, PACKETS).boxed().toList(), play(path(0, 0, 1)));
    }

    @Test
    void losesSoManyPercent() {
        final List<Integer> got = play(path(5, 0, 1));
        assertEquals(0.95 * PACKETS, got.size(), 0.01 * PACKETS);
        assertEquals(got.stream().sorted().toList(), got);
    }

    @Test
    void exchangesSoManyPercentWithTheNextOneAndLosesNone() {
        final List<Integer> got = play(path(0, 10, 1));
        assertEquals(PACKETS, got.size(), 1);
        int early = 0;
        for (int i = 0; i + 1 < got.size(); i++) {
            if (got.get(i) > got.get(i + 1)) {
                early++;
                assertEquals(1, got.get(i) - got.get(i + 1));
            }
        }
        // Whoever is sent right behind one that waits is not kept back itself.
        assertEquals(0.1 / 1.1 * PACKETS, early, 0.01 * PACKETS);
    }

    @Test
    void messagesAreLostButNeverKeptBack() {
        final NetworkPath path = path(5, 50, 1);
        for (int i = 0; i < PACKETS; i++) {
            packet.putInt(0, i);
            path.send(packet.addressOffset(), Integer.BYTES);
        }
        assertEquals(0.95 * PACKETS, arrived.size(), 0.01 * PACKETS);
        assertEquals(arrived.stream().sorted().toList(), arrived);
    }

    @Test
    void theSeedDecidesWhichOnes() {
        final List<Integer> first = play(path(5, 5, 1));
        assertEquals(first, play(path(5, 5, 1)));
        assertNotEquals(first, play(path(5, 5, 2)));
    }
}
