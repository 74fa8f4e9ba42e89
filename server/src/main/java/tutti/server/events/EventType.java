package tutti.server.events;

/** Events of the frame thread, in the order of their ids in the ring. */
enum EventType {
    JOINED,
    STREAM,
    LEFT,
    SERVER_FULL,
    IDLE,
    SWITCHED,
    OVERLOAD_BEGAN,
    OVERLOAD_ENDED;

    private static final EventType[] ALL = values();

    /** Message type ids of an Agrona ring must be positive. */
    int id() {
        return ordinal() + 1;
    }

    static EventType ofId(final int id) {
        return ALL[id - 1];
    }
}
