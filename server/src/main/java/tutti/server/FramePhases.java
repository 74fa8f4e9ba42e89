package tutti.server;

/**
 * The audio of one frame, from the jitter buffers to the outgoing datagrams, in two phases. {@link AudioPath} does
 * everything on the frame thread, {@link SpreadAudioPath} has worker threads help; which of them is decided once, at
 * the start. All methods are the frame thread's, and when one returns, nobody else works on anything.
 */
interface FramePhases extends AutoCloseable {

    /** Tells that a frame begins: {@link #decode} follows as soon as the audio is received. */
    void beginFrame();

    /** Whether {@link #decodeAhead} does anything, so that it is worth waking up for. */
    boolean decodesAhead();

    /**
     * Decodes what the coming frame needs and is there already, before the frame begins. Whatever this leaves is
     * decoded by {@link #decode}; the sound is the same.
     *
     * @param until when to stop at the latest, in ns.
     * @return how many blocks were decoded.
     */
    int decodeAhead(long until);

    /**
     * Takes one frame out of every jitter buffer and decodes what was not decoded ahead. Who is not at rest is a talker
     * of the mix.
     */
    void decode();

    /**
     * Mixes and encodes once for every group of listeners who hear the same, and hands everyone's datagrams to the
     * sender. Each frame begins with another group, so that no one is always last.
     */
    void mixAndEncode();

    /** Time {@link #mixAndEncode} spent mixing, in ns: the sum of all threads' times. */
    long mixNanos();

    /** Time {@link #mixAndEncode} spent encoding, in ns: the sum of all threads' times. */
    long encodeNanos();

    /** Ends the threads that help, if there are any, and waits until they have ended. */
    @Override
    void close();
}
