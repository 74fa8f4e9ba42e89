package tutti.harness.sweep;

import java.util.Map;
import java.util.OptionalDouble;

/** What the server's {@code /metrics} said before and after the window. */
final class ServerMetrics {
    private static final String THREAD_ALLOCATED = "jvm_thread_allocated_bytes_total";
    private static final String FRAME_THREAD = "thread=\"frame\"";

    private final PrometheusText begin;
    private final PrometheusText end;

    /**
     * @param begin scrape before the window
     * @param end   scrape after it
     */
    ServerMetrics(final PrometheusText begin, final PrometheusText end) {
        this.begin = begin;
        this.end = end;
    }

    /** {@return clients that the server had at the window's end} */
    double clients() {
        return end.sum("tutti_clients").orElse(0);
    }

    /**
     * @param seconds  between the two scrapes
     * @param measures receives what happened between them
     */
    void addTo(final Map<Measure, Double> measures, final double seconds) {
        put(measures, Measure.FRAMES, difference("tutti_frames_total"));
        put(measures, Measure.FRAMES_SKIPPED, difference("tutti_frames_skipped_total"));
        put(measures, Measure.FRAMES_OVERRUN, difference("tutti_frames_overrun_total"));
        put(measures, Measure.FRAMES_LATE, difference("tutti_frames_late_total"));
        put(measures, Measure.DATAGRAMS_RECEIVED, difference("tutti_audio_datagrams_received_total"));
        put(measures, Measure.DATAGRAMS_SENT, difference("tutti_audio_datagrams_sent_total"));
        put(measures, Measure.COLLECTIONS, difference("jvm_gc_collection_seconds_count"));
        put(measures, Measure.COLLECTION_SECONDS, difference("jvm_gc_collection_seconds_sum"));
        put(measures, Measure.ALLOCATED_BYTES, difference("jvm_allocated_bytes_total"));
        put(measures, Measure.FRAME_THREAD_ALLOCATED_BYTES,
            difference(begin.value(THREAD_ALLOCATED, FRAME_THREAD),
                end.value(THREAD_ALLOCATED, FRAME_THREAD)));
        final double audioCalls = difference("tutti_audio_send_calls_total").orElse(0);
        final double controlCalls = difference("tutti_control_send_calls_total").orElse(0);
        measures.put(Measure.AUDIO_SEND_CALLS, audioCalls);
        measures.put(Measure.SEND_CALLS_PER_SECOND, (audioCalls + controlCalls) / seconds);
        difference("tutti_receive_calls_total")
            .ifPresent(calls -> measures.put(Measure.RECEIVE_CALLS_PER_SECOND, calls / seconds));
        final double frames = measures.getOrDefault(Measure.FRAMES, 0.0);
        if (frames > 0) {
            measures.put(Measure.AUDIO_SEND_CALLS_PER_FRAME, audioCalls / frames);
        }
    }

    private OptionalDouble difference(final String metric) {
        return difference(begin.sum(metric), end.sum(metric));
    }

    private static OptionalDouble difference(final OptionalDouble before, final OptionalDouble after) {
        return before.isPresent() && after.isPresent()
            ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
            : OptionalDouble.empty();
    }

    private static void put(final Map<Measure, Double> measures, final Measure measure,
            final OptionalDouble value) {
        value.ifPresent(present -> measures.put(measure, present));
    }
}
