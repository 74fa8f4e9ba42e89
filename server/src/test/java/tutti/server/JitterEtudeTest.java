package tutti.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JitterEtudeTest {

    private static final int BLOCKS = 60_000;

    /** Both ways, or the compiler would count on one of them. */
    @Test
    void shouldMakeTheBufferGrowAndShrink() {
        final JitterEtude etude = new JitterEtude();
        int grown = 0;
        int shrunk = 0;
        int size = etude.size();
        for (int block = 0; block < BLOCKS; block++) {
            etude.play(1);
            grown += etude.size() > size ? 1 : 0;
            shrunk += etude.size() < size ? 1 : 0;
            size = etude.size();
        }
        assertTrue(grown > 0, "never grew");
        assertTrue(shrunk > 0, "never shrank");
    }
}
