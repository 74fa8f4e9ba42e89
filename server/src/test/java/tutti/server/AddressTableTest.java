package tutti.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import tutti.transport.PeerAddress;

class AddressTableTest {

    private static final int ENTRIES = 16;

    /** Many comings and goings of few addresses, so that runs of neighbours form and break. */
    @Property
    void shouldFindExactlyWhatIsInItUnderChurn(
        @ForAll @Size(max = 300) final List<@IntRange(min = 0, max = 39) Integer> steps) {
        final AddressTable table = new AddressTable(ENTRIES);
        final Map<PeerAddress, Integer> model = new HashMap<>();
        int value = 0;
        for (final int step : steps) {
            final PeerAddress address = address(step);
            if (model.containsKey(address)) {
                table.remove(address);
                model.remove(address);
            } else if (model.size() < ENTRIES) {
                table.put(address, value);
                model.put(address, value++);
            }
            assertEquals(model.size(), table.size());
            for (int i = 0; i < 40; i++) {
                assertEquals(model.getOrDefault(address(i), AddressTable.ABSENT), table.find(address(i)));
            }
        }
    }

    @Test
    void shouldTellApartAddressesThatDifferInOneField() {
        final AddressTable table = new AddressTable(ENTRIES);
        final long[][] fields = {{1, 2, 3, 0}, {2, 2, 3, 0}, {1, 3, 3, 0}, {1, 2, 4, 0}, {1, 2, 3, 1}};
        for (int i = 0; i < fields.length; i++) {
            table.put(of(fields[i]), i);
        }
        for (int i = 0; i < fields.length; i++) {
            assertEquals(i, table.find(of(fields[i])));
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsInItAlready() {
        final AddressTable table = new AddressTable(ENTRIES);
        table.put(address(1), 1);
        assertThrows(IllegalStateException.class, () -> table.put(address(1), 2));
    }

    private static PeerAddress address(final int number) {
        return of(0, 0xFFFF_7F00_0001L, 40_000 + number % 20, number / 20);
    }

    private static PeerAddress of(final long... fields) {
        final PeerAddress address = new PeerAddress();
        address.set(fields[0], fields[1], (int) fields[2], (int) fields[3]);
        return address;
    }
}
