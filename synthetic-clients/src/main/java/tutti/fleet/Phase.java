package tutti.fleet;

/** What the fleet is doing. */
enum Phase {
    /** Clients connect one after the other. */
    JOINING,
    /** All have begun; handshakes end, faders are set, the server fades everybody in. */
    SETTLING,
    /** What happens now is what the summary tells about. */
    COUNTING,
    /** No audio is sent any more; clients say farewell. */
    LEAVING,
    /** The end. */
    DONE
}
