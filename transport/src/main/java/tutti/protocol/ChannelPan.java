package tutti.protocol;

/**
 * Body of {@link MessageId#CHANNEL_PAN} (section 3.3): the position at which the sender wants to hear a channel.
 *
 * <pre>
 *   0            1             3
 *   +------------+-------------+
 *   | channel id | pan x 32768 |
 *   +------------+-------------+
 * </pre>
 */
public final class ChannelPan extends ChannelFraction {
    /** Left only. */
    public static final int LEFT = 0;
    /** Both sides alike. */
    public static final int CENTRE = SCALE / 2;
    /** Right only. */
    public static final int RIGHT = SCALE;

    /**
     * The position, as it was sent.
     *
     * @return units of 1/32768, 0 to 65535; values above {@link #RIGHT} are for the receiver to clamp
     */
    public int pan() {
        return value();
    }
}
