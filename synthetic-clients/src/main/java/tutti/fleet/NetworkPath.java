package tutti.fleet;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/** A way to the server that loses packets and mixes them up, the same ones for the same random numbers. */
final class NetworkPath implements Outlet {

    private static final double PER_CENT = 100;

    private final Outlet outlet;
    private final double loss;
    private final double reorder;
    private final SplittableRandom random;
    private final UnsafeBuffer held;
    private int heldLength;

    /**
     * @param outlet   where the packets go that get through
     * @param hardship how many do not
     * @param held     off-heap memory for one audio datagram
     */
    NetworkPath(final Outlet outlet, final Hardship hardship, final SplittableRandom random, final UnsafeBuffer held) {
        this.outlet = outlet;
        this.loss = hardship.lossPercent() / PER_CENT;
        this.reorder = hardship.reorderPercent() / PER_CENT;
        this.random = random;
        this.held = held;
    }

    /** Sends a message, or loses it, of which the sender hears nothing. */
    @Override
    public boolean send(final long address, final int length) {
        return loses() || outlet.send(address, length);
    }

    /** Sends an audio datagram, loses it, or keeps it back until the next one is sent. */
    boolean sendAudio(final long address, final int length) {
        if (loses()) {
            return true;
        }
        if (heldLength > 0) {
            final boolean sent = outlet.send(address, length);
            final boolean sentLate = outlet.send(held.addressOffset(), heldLength);
            heldLength = 0;
            return sent && sentLate;
        }
        if (happens(reorder)) {
            held.putBytes(0, new UnsafeBuffer(address, length), 0, length);
            heldLength = length;
            return true;
        }
        return outlet.send(address, length);
    }

    /** {@return whether the next message, in either direction, is lost} */
    boolean loses() {
        return happens(loss);
    }

    private boolean happens(final double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }
}
