package tutti.harness.soak;

/**
 * The state of a server at one moment of a soak, one line of {@code samples.jsonl}. Counts are since the server's
 * start.
 *
 * @param seconds        since the soak's start
 * @param rssKib         resident memory of the process
 * @param descriptors    open file descriptors
 * @param threads        threads of the process
 * @param clients        clients connected
 * @param joins          clients that got a channel
 * @param framesLate     frames begun a period or more too late
 * @param framesOverrun  frames whose own work took longer than a period
 * @param framesSkipped  frames never run
 * @param refused        datagrams refused, for any reason
 * @param wrongTones     wrong tones heard in the rounds that have ended
 */
record Sample(double seconds, long rssKib, int descriptors, int threads, long clients, long joins, long framesLate,
        long framesOverrun, long framesSkipped, long refused, long wrongTones) {
}
