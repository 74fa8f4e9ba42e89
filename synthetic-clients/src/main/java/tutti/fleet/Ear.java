package tutti.fleet;

import org.agrona.DirectBuffer;

/** What becomes of the sound that a client decodes. One thread uses an instance. */
interface Ear {

    /**
     * Says when the next sound could be played at the earliest.
     *
     * @param wallNanos time of its first sample, on the clock of the kernel's stamps
     */
    default void arrives(final long wallNanos) {
        // Most ears do not care when.
    }

    /**
     * Takes decoded sound.
     *
     * @param pcm     16-bit native samples from offset 0, interleaved when stereo
     * @param samples per channel; always the same power of 2
     */
    void accept(DirectBuffer pcm, int samples);

    /** A packet was lost on its way: what is heard now is made up by the decoder. */
    void markUnusable();

    /** This program was late by so many nanoseconds: what is heard in the next time is not the server's doing. */
    void excuse(long nanos);

    /** From now on everything counts. */
    void startCounting();

    /** The counts stay as they are. */
    void stopCounting();
}
