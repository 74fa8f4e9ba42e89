package tutti.fleet;

/** What a client sends. One thread uses an instance. */
interface Voice {

    /**
     * Makes the next audio datagram.
     *
     * @param counterBytes whether every block is followed by its sequence byte
     * @param sequence     of the first block; only the low 8 bits count
     * @return native address of the datagram, which is as long as the format says; valid until the next call for any
     *     client
     */
    long next(boolean counterBytes, int sequence);
}
