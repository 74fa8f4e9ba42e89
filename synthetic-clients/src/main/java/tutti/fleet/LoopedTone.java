package tutti.fleet;

/** The voice of a client that plays its tone for ever. */
final class LoopedTone implements Voice {

    private final CodedTones tones;
    private final int tone;
    private int datagram;

    LoopedTone(final CodedTones tones, final int tone) {
        this.tones = tones;
        this.tone = tone;
    }

    @Override
    public long next(final boolean counterBytes, final int sequence) {
        final long address = counterBytes
                ? tones.withCounter(tone, datagram, sequence)
                : tones.withoutCounter(tone, datagram);
        datagram = datagram + 1 == tones.datagramsInLoop() ? 0 : datagram + 1;
        return address;
    }
}
