package tutti.protocol;

/**
 * Body of {@link MessageId#CHANNEL_GAIN} (section 3.3): the gain with which the sender wants to hear a channel.
 *
 * <pre>
 *   0            1              3
 *   +------------+--------------+
 *   | channel id | gain x 32768 |
 *   +------------+--------------+
 * </pre>
 */
public final class ChannelGain extends ChannelFraction {
    /** Gain 1.0. */
    public static final int UNITY = SCALE;

    /**
     * The gain.
     *
     * @return units of 1/32768, 0 to 65535; 32768 is 1.0
     */
    public int gain() {
        return value();
    }
}
