package tutti.server;

import tutti.server.stats.Counter;
import tutti.server.stats.Counters;
import tutti.transport.SendFailureKind;
import tutti.transport.SendFailureListener;

/** Counts datagrams the kernel did not take, by kind and against the client they were for. */
final class SendFailures implements SendFailureListener {

    private final Session[] slots;
    private final Counters counters;

    SendFailures(final Session[] slots, final Counters counters) {
        this.slots = slots;
        this.counters = counters;
    }

    @Override
    public void onSendFailure(final int owner, final int errno) {
        counters.increment(switch (SendFailureKind.of(errno)) {
            case NO_ROOM -> Counter.SEND_NO_ROOM;
            case UNREACHABLE -> Counter.SEND_UNREACHABLE;
            case REFUSED -> Counter.SEND_REFUSED;
            case TOO_BIG -> Counter.SEND_TOO_BIG;
            case NOT_PERMITTED -> Counter.SEND_NOT_PERMITTED;
            case OTHER -> Counter.SEND_OTHER;
        });
        if (owner >= 0) {
            slots[owner].countSendFailure();
        }
    }
}
