package tutti.harness.ceiling;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One measurement of one step: a fresh fleet of so many clients on the running server.
 *
 * @param number     1 for the first of the step
 * @param seconds    measured time
 * @param fleet      what the clients saw; null when they came to no end
 * @param frames     what the server says of its frames; null for a peer, and for a server that has died
 * @param cpus       processors that the server kept busy; empty when it ended
 * @param failure    what went wrong before the end; empty when nothing did
 */
record Attempt(int number, double seconds, FleetFigures fleet, FrameFigures frames, OptionalDouble cpus,
        String failure) {

    /**
     * What the clients saw in their count, which begins a moment before the server is measured and ends after it.
     *
     * @param clients                  asked for
     * @param seconds                  length of the count
     * @param connected                clients connected
     * @param sent                     datagrams that they sent
     * @param received                 datagrams that they received
     * @param lost                     blocks missing in the sequences
     * @param expectedPacketsPerSecond what each should receive
     * @param minPacketsPerSecond      what the client received that received least
     * @param medianPacketsPerSecond   median over the clients
     * @param pingMicros               p50, p99 and maximum; empty when nothing was answered
     * @param busy                     part of its time that the fleet's thread was busy, 0 to 1
     */
    record FleetFigures(int clients, double seconds, int connected, long sent, long received, long lost,
            double expectedPacketsPerSecond, double minPacketsPerSecond, double medianPacketsPerSecond,
            List<Double> pingMicros, double busy) {
    }

    /**
     * What the server counted in the measured time.
     *
     * @param frames         frames run
     * @param skipped        frames never run
     * @param overrun        frames whose work took more than 2.667 ms
     * @param late           frames begun 2.667 ms or more late
     * @param audioSendCalls system calls that sent audio
     * @param frameMicros    p50, p99 and p99.9 of the frame time; empty when there was no frame
     */
    record FrameFigures(long frames, long skipped, long overrun, long late, long audioSendCalls,
            List<Double> frameMicros) {
    }

    /** {@return frames in a second: by the server's counter, or by what the clients received of a peer} */
    double framesPerSecond() {
        return frames != null ? frames.frames() / seconds : fleet == null ? 0 : fleet.medianPacketsPerSecond();
    }
}
