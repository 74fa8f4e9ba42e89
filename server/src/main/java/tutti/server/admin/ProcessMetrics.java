package tutti.server.admin;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What the process and its Java take, under the names that Prometheus programs commonly use. */
final class ProcessMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long BYTES_PER_KIB = 1024;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private ProcessMetrics() {
    }

    /**
     * @param all receives the metrics
     */
    static void addTo(final MetricSnapshots.Builder all) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof final OperatingSystemMXBean system) {
            all.metricSnapshot(CounterSnapshot.builder().name("process_cpu_seconds")
                .help("User and system CPU time of the process.")
                .dataPoint(CounterDataPointSnapshot.builder()
                    .value(Math.max(0, system.getProcessCpuTime()) / NANOS_PER_SECOND).build()).build());
        }
        residentBytes().ifPresent(bytes ->
            all.metricSnapshot(gauge("process_resident_memory_bytes", "Resident memory of the process.", bytes)));
        all.metricSnapshot(gauge("process_start_time_seconds", "When the process began, seconds since 1970.",
            ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND));
        all.metricSnapshot(gauge("jvm_heap_used_bytes", "Java heap in use, garbage included.",
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()));
        all.metricSnapshot(collections());
        if (ManagementFactory.getThreadMXBean() instanceof final ThreadMXBean threads
                && threads.isThreadAllocatedMemoryEnabled()) {
            all.metricSnapshot(CounterSnapshot.builder().name("jvm_allocated_bytes")
                .help("Java heap that all threads have ever asked for, also those that have ended.")
                .dataPoint(CounterDataPointSnapshot.builder()
                    .value(threads.getTotalThreadAllocatedBytes()).build()).build());
            all.metricSnapshot(allocations(threads));
        }
    }

    /**
     * @return resident memory in bytes as proc(5) tells it; empty where there is no such file
     */
    static OptionalLong residentBytes() {
        if (!Files.isReadable(STATUS)) {
            return OptionalLong.empty();
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                .map(line -> line.substring(RESIDENT.length()).strip().split(" ")[0])
                .mapToLong(kib -> Long.parseLong(kib) * BYTES_PER_KIB)
                .findFirst();
        } catch (final IOException e) {
            return OptionalLong.empty();
        }
    }

    private static GaugeSnapshot gauge(final String name, final String help, final double value) {
        return GaugeSnapshot.builder().name(name).help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().value(value).build()).build();
    }

    private static SummarySnapshot collections() {
        final SummarySnapshot.Builder collections = SummarySnapshot.builder().name("jvm_gc_collection_seconds")
            .help("Garbage collections; each one stops the loop.");
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections.dataPoint(SummaryDataPointSnapshot.builder()
                .count(Math.max(0, collector.getCollectionCount()))
                .sum(Math.max(0, collector.getCollectionTime()) / MILLIS_PER_SECOND)
                .labels(Labels.of("gc", collector.getName()))
                .build());
        }
        return collections.build();
    }

    /** The frame thread's share is what counts: it should not grow. This very reading makes the admin thread's grow. */
    private static CounterSnapshot allocations(final ThreadMXBean threads) {
        final long[] ids = threads.getAllThreadIds();
        final ThreadInfo[] infos = threads.getThreadInfo(ids);
        final long[] bytes = threads.getThreadAllocatedBytes(ids);
        final Map<String, Long> byName = new TreeMap<>();
        for (int i = 0; i < ids.length; i++) {
            // A thread may have ended since its id was read.
            if (infos[i] != null && bytes[i] >= 0) {
                byName.merge(infos[i].getThreadName(), bytes[i], Long::sum);
            }
        }
        final CounterSnapshot.Builder allocations = CounterSnapshot.builder().name("jvm_thread_allocated_bytes")
            .help("Java heap that each living thread has ever asked for.");
        byName.forEach((name, sum) -> allocations.dataPoint(
            CounterDataPointSnapshot.builder().value(sum).labels(Labels.of("thread", name)).build()));
        return allocations.build();
    }
}
