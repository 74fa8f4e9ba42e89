package tutti.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * What a run found, as written to the JSON file; the members of {@code load} and {@code packets} are at its top level.
 * Names carry their unit; all counts are of the counted window unless they say otherwise.
 *
 * @param ok                whether {@code problems} is empty
 * @param problems          everything that was wrong, one sentence each
 * @param counted           which time and which packets the numbers tell about
 * @param load              what the server was given to do
 * @param packets           audio, both ways
 * @param pingMicros        round trips; null without protocol
 * @param latency           what a player feels; null when nobody measured it
 * @param visits            of clients that came and went; null when all stayed. The counts of {@code packets} are then
 *                          those of each client's last visit
 * @param hostile           datagrams of the flood
 * @param wrongTones        tones that a verifier heard wrongly for a second or longer
 * @param wrongToneDetails  the first of them
 * @param verification      how the mixes were judged; null when nobody verified
 * @param serverFullReplies "server full" answers since the start
 * @param cpu               processor time of this program
 */
record FleetSummary(boolean ok, List<String> problems, String counted, @JsonUnwrapped Load load,
        @JsonUnwrapped Packets packets, Pings pingMicros, Latency latency, Visits visits,
        long hostile, int wrongTones, List<WrongTone> wrongToneDetails, Verification verification,
        long serverFullReplies, Cpu cpu) {

    /**
     * @param server         address of the server
     * @param startedAt      when the counting began, ISO 8601; null when it never did
     * @param countedSeconds length of the counted window
     * @param clients        clients started
     * @param muted          how many of them, the last ones, sent silence
     * @param connected      clients that had a channel and had been sent audio when the window ended
     * @param frameSamples   samples per channel in a coded block
     * @param channels       audio channels
     * @param codedBytes     bytes of a coded block without its sequence byte
     * @param factor         blocks in a datagram
     * @param faders         "default" or "distinct"
     */
    record Load(String server, String startedAt, double countedSeconds, int clients, int muted, int connected,
            int frameSamples, int channels, int codedBytes, int factor, String faders) {
    }

    /**
     * @param sent             audio datagrams handed to the kernel
     * @param sendFailures     datagrams that the kernel refused
     * @param received         audio datagrams received
     * @param lost             blocks missing in the sequence numbers and not arrived later
     * @param duplicate        blocks that arrived again
     * @param reordered        blocks that arrived after a later one
     * @param wrongSize        audio datagrams of another size than announced
     * @param longestGapMillis longest time without audio at any client, by the kernel's time stamps
     * @param packetsPerSecond audio datagrams received per second, over the clients
     */
    record Packets(long sent, long sendFailures, long received, long lost, long duplicate, long reordered,
            long wrongSize, double longestGapMillis, Rate packetsPerSecond) {
    }

    /**
     * @param expected what a client sends, and should receive
     * @param min      of the client that received least
     * @param median   over the clients
     * @param max      of the client that received most
     */
    record Rate(double expected, double min, double median, double max) {
    }

    /** Times from the ping's departure to the answer's arrival, by the kernel's time stamp, in microseconds. */
    record Pings(long sent, long unanswered, double p50, double p99, double max) {
    }

    /**
     * Times from a burst's first sample at the microphone of a client to the moment at which the same client could play
     * it, in milliseconds: see {@link LatencyMeter} for what is included.
     *
     * @param clients   clients that measured
     * @param bursts    bursts heard or given up
     * @param unheard   those given up after half a second of sound
     * @param p50Millis median
     * @param p90Millis 90 % were shorter
     * @param maxMillis the longest
     */
    record Latency(int clients, long bursts, long unheard, double p50Millis, double p90Millis, double maxMillis) {
    }

    /**
     * @param begun     visits begun, those of the beginning included
     * @param farewells ended with a farewell
     * @param crashes   ended without one
     * @param failed    ended visits of 5 s or more in which no sound came from the server
     */
    record Visits(long begun, long farewells, long crashes, long failed) {
    }

    /**
     * @param listeners        clients that judged
     * @param windows          windows of 85 ms judged
     * @param unusableWindows  windows not judged, because a packet was lost on the way, this program was more than 4 ms
     *                         late, or the server 3.5 ms
     * @param disturbedWindows judged windows in which anything was off, be it for one frame
     * @param levelTolerance   deviation of one tone that is put down to the codec, relative to the whole mix
     * @param noiseTolerance   all deviations together that are put down to the codec, relative to the whole mix
     * @param worstNoise       all deviations together in the worst window
     */
    record Verification(int listeners, int windows, int unusableWindows, int disturbedWindows, float levelTolerance,
            float noiseTolerance, float worstNoise) {
    }

    /**
     * @param processSeconds    used by all threads
     * @param loopSeconds       used by the thread that sends and receives
     * @param lateSlots         times that thread was more than 4 ms late, so that its packets went out in a burst
     * @param longestLateMillis how late at most
     */
    record Cpu(double processSeconds, double loopSeconds, long lateSlots, double longestLateMillis) {
    }
}
