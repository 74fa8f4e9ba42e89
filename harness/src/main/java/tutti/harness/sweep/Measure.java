package tutti.harness.sweep;

/** A number measured in a run. Which of them a run has depends on the arm and on what the machine allows. */
public enum Measure {
    /** Processors kept busy by the server: its CPU time divided by the time. */
    CPUS,
    /** Context switches of all the server's threads in a second. */
    CONTEXT_SWITCHES_PER_SECOND,
    /** sendmmsg, sendmsg and sendto calls in a second. */
    SEND_CALLS_PER_SECOND,
    /** recvmmsg, recvmsg and recvfrom calls in a second. */
    RECEIVE_CALLS_PER_SECOND,
    /** System calls of any kind in a second. */
    ALL_CALLS_PER_SECOND,
    /** Frames in the window, by the server's counter. */
    FRAMES,
    /** Calls that sent audio in the window, by the server's counter. */
    AUDIO_SEND_CALLS,
    /** Calls that sent audio for one frame, by the server's counters. */
    AUDIO_SEND_CALLS_PER_FRAME,
    /** Audio datagrams received in the window, by the server's counter. */
    DATAGRAMS_RECEIVED,
    /** Audio datagrams sent in the window, by the server's counter. */
    DATAGRAMS_SENT,
    /** Frames whose own work took more than 2.667 ms. */
    FRAMES_OVERRUN,
    /** Frames begun 2.667 ms or more late. */
    FRAMES_LATE,
    /** Frames never run. */
    FRAMES_SKIPPED,
    /** Garbage collections in the window. */
    COLLECTIONS,
    /** Time in garbage collections, seconds. */
    COLLECTION_SECONDS,
    /** Java heap that all threads of the server asked for in the window, bytes. */
    ALLOCATED_BYTES,
    /** Java heap that the frame thread asked for in the window, bytes. */
    FRAME_THREAD_ALLOCATED_BYTES,
    /** Median time in milliseconds from a burst at a client to its return to the same client. */
    LATENCY_P50_MILLIS,
    /** Time in milliseconds that 90 % of the bursts did not exceed. */
    LATENCY_P90_MILLIS,
    /** Time in milliseconds of the slowest burst. */
    LATENCY_MAX_MILLIS,
    /** Bursts whose return was timed. */
    LATENCY_BURSTS,
    /** Clients that the fleet had connected. */
    CONNECTED,
    /** Datagrams that the fleet sent in a second, all clients together. */
    OFFERED_PER_SECOND,
    /** Datagrams that the fleet missed, over all its counted time. */
    LOST,
    /** Part of its time that the fleet's sending thread was busy, 0 to 1. */
    FLEET_BUSY,
    /** Load average of one minute when the run began. */
    LOAD_AVERAGE
}
