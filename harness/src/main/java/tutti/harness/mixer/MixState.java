package tutti.harness.mixer;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import tutti.mixer.GainTable;
import tutti.mixer.HeardTalkers;
import tutti.mixer.MixKernels;
import tutti.mixer.TalkerPlanes;

/** Stereo clients, faded in, who all hear all others with faders and pans of their own; random samples. */
@State(Scope.Thread)
public class MixState {

    /** Which kernels, as in the system property {@code tutti.mixer.kernels}. */
    @Param({"scalar", "128", "256", "512"})
    public String kernels;

    /** Number of clients, each talker and listener. */
    @Param({"2", "16", "40", "64", "150"})
    public int clients;

    MixKernels mix;
    TalkerPlanes planes;
    GainTable gains;
    /** The same faders, but three of four at 0. */
    GainTable mostlyMuted;
    HeardTalkers heard;
    int[] talkers;

    private Arena arena;
    private MemorySegment decoded;
    private MemorySegment mixed;

    /** Prepares a frame: one PCM block in and one out for each client, all loaded. */
    @Setup(Level.Trial)
    public void prepare() {
        System.setProperty("tutti.mixer.kernels", kernels);
        final Random random = new Random(clients);
        arena = Arena.ofConfined();
        decoded = arena.allocate(clients * frameBytes(), 64);
        mixed = arena.allocate(clients * frameBytes(), 64);
        mix = MixKernels.best();
        planes = new TalkerPlanes(clients, arena);
        gains = new GainTable(clients);
        mostlyMuted = new GainTable(clients);
        heard = new HeardTalkers(clients);
        talkers = new int[clients];
        for (long offset = 0; offset < decoded.byteSize(); offset += Short.BYTES) {
            decoded.set(JAVA_SHORT, offset, (short) random.nextInt());
        }
        for (int client = 0; client < clients; client++) {
            talkers[client] = client;
            gains.setFade(client, 1, 1);
            mostlyMuted.setFade(client, 1, 1);
            for (int source = 0; source < clients; source++) {
                final int gain = random.nextInt(0x8001);
                final int pan = random.nextInt(0x8001);
                gains.setGain(client, source, gain);
                gains.setPan(client, source, pan);
                mostlyMuted.setGain(client, source, random.nextInt(4) == 0 ? gain : 0);
                mostlyMuted.setPan(client, source, pan);
            }
            mix.load(planes, client, 2, decodedAddress(client));
        }
    }

    /** Frees the memory. */
    @TearDown(Level.Trial)
    public void free() {
        arena.close();
    }

    long decodedAddress(final int client) {
        return decoded.address() + client * frameBytes();
    }

    long mixedAddress(final int client) {
        return mixed.address() + client * frameBytes();
    }

    private static long frameBytes() {
        return 2L * MixKernels.FRAME_SAMPLES * Short.BYTES;
    }
}
