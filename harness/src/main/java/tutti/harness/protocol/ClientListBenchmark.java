package tutti.harness.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tutti.harness.Expect;
import tutti.harness.JvmFlags;
import tutti.protocol.ChannelInfo;
import tutti.protocol.ClientList;

/** What the list of musicians costs to write, to check and to read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsPrepend = {JvmFlags.AGRONA, JvmFlags.UNSAFE_MEMORY, JvmFlags.COLLECTOR})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class ClientListBenchmark {

    private static final String[] NAMES = {"Ann", "Łukasz Żółć", "Jean-Sébastien", "ひろし"};
    private static final String[] CITIES = {"Rio de Janeiro", "Łódź", "", "東京"};

    /** Musicians in the list. */
    @Param({"40", "150"})
    public int musicians;

    private final ClientList list = new ClientList();
    private final ClientList.Writer writer = new ClientList.Writer();
    private ChannelInfo[] infos;
    private UnsafeBuffer written;
    private UnsafeBuffer copy;
    private int length;
    private long countries;
    private long nameBytes;

    /** Makes the musicians' infos and writes the list once. */
    @Setup
    public void prepare() {
        infos = new ChannelInfo[musicians];
        written = new UnsafeBuffer(ByteBuffer.allocateDirect(ClientList.MAX_BODY_LENGTH));
        copy = new UnsafeBuffer(ByteBuffer.allocateDirect(ClientList.MAX_BODY_LENGTH));
        for (int channel = 0; channel < musicians; channel++) {
            final UnsafeBuffer body = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
            final int bodyLength = ChannelInfo.write(body, 0, channel, 10, ChannelInfo.SKILL_INTERMEDIATE,
                NAMES[channel % NAMES.length], CITIES[channel % CITIES.length]);
            infos[channel] = new ChannelInfo();
            Expect.equal("infos accepted", 1, infos[channel].wrap(body, 0, bodyLength) ? 1 : 0);
            length += ClientList.NAME_FIELD_OFFSET + bodyLength - ChannelInfo.NAME_FIELD_OFFSET;
            countries += channel;
            nameBytes += infos[channel].name().length();
        }
        write();
    }

    /** Writes the list from the musicians' infos. */
    @Benchmark
    public long write() {
        writer.begin(written, 0);
        for (int channel = 0; channel < musicians; channel++) {
            writer.add(channel, infos[channel]);
        }
        return Expect.equal("bytes of the list", length, writer.end());
    }

    /** Copies the same bytes in one go: what writing them costs at the least. */
    @Benchmark
    public void copy() {
        copy.putBytes(0, written, 0, length);
    }

    /** Checks the list. */
    @Benchmark
    public long check() {
        list.wrap(written, 0, length);
        return Expect.equal("musicians in the list", musicians, list.count());
    }

    /** Checks the list and reads all entries. */
    @Benchmark
    public long checkAndRead() {
        list.wrap(written, 0, length);
        long countriesRead = 0;
        long nameBytesRead = 0;
        while (list.next()) {
            countriesRead += list.country();
            nameBytesRead += list.name().length();
        }
        Expect.equal("sum of the countries", countries, countriesRead);
        return Expect.equal("bytes of the names", nameBytes, nameBytesRead);
    }
}
