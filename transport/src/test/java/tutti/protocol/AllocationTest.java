package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What the frame thread does with messages allocates nothing, compiled or not. */
class AllocationTest {
    private static final int WINDOWS = 20;
    private static final int CALLS = 200;
    private static final byte[] CHAT = "<b>♪</b> hello".getBytes(StandardCharsets.UTF_8);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4096]);

    private final JitterBufferSize jitterBufferSize = new JitterBufferSize();
    private final ChannelGain gain = new ChannelGain();
    private final ChannelPan pan = new ChannelPan();
    private final ChatText chat = new ChatText();
    private final TransportProperties properties = new TransportProperties();
    private final ChannelInfo info = new ChannelInfo();
    private final ClientList list = new ClientList();
    private final ClientList.Writer listWriter = new ClientList.Writer();
    private final ChannelLevels levels = new ChannelLevels();
    private final byte[] levelValues = {1, 2, 3, 4, 5};
    private final Ping ping = new Ping();
    private final PingWithClients pingWithClients = new PingWithClients();
    private final VersionAndOs version = new VersionAndOs();
    private final byte[] versionText = "4.0.0".getBytes(StandardCharsets.UTF_8);
    private final UnsafeBuffer infoBody = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
    private final UnsafeBuffer copy = new UnsafeBuffer(new byte[ChannelInfo.MAX_BODY_LENGTH]);
    private final ReliableSender sender = new ReliableSender(8192);
    private final ReliableReceiver receiver = new ReliableReceiver();
    private final Acknowledgement acknowledgement = new Acknowledgement();

    @Test
    void shouldNotAllocateWhenReadingAndWritingMessages() {
        final int infoLength = ChannelInfo.write(infoBody, 0, 82, 10, 2, "Łukasz \uFFFD", "Łódź");
        assertTrue(info.wrap(infoBody, 0, infoLength));

        assertEquals(0, fewestBytesAllocatedBy(this::readAndWrite));
    }

    @Test
    void shouldNotAllocateWhenSendingAndReceivingReliably() {
        sender.setPeerSplits(true);

        assertEquals(0, fewestBytesAllocatedBy(this::exchange));
    }

    /**
     * The least that a window of calls allocated. What the code allocates it allocates in every window; the virtual
     * machine, however, makes the string constants of a method when it compiles it, once, on the thread that called it.
     */
    private long fewestBytesAllocatedBy(final IntConsumer work) {
        long fewest = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                work.accept(i);
            }
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return fewest;
    }

    private static int body() {
        return Frame.bodyOffset(0);
    }

    private boolean frame(final MessageBody flyweight, final int id, final int bodyLength) {
        final int length = Frame.write(buffer, 0, id, 7, bodyLength);
        return Frame.isMessage(buffer, 0, length) && Frame.id(buffer, 0) == id
            && flyweight.wrap(buffer, body(), Frame.bodyLength(buffer, 0));
    }

    private void check(final boolean ok) {
        if (!ok) {
            throw new AssertionError("a message was not accepted");
        }
    }

    private void readAndWrite(final int i) {
        long sum = 0;
        check(frame(jitterBufferSize, MessageId.JITT_BUF_SIZE, JitterBufferSize.write(buffer, body(), 1 + i % 21)));
        sum += jitterBufferSize.blocks();
        check(frame(gain, MessageId.CHANNEL_GAIN,
            ChannelGain.write(buffer, body(), i % 150, ChannelGain.toWire(i / (double) CALLS))));
        sum += gain.channelId() + gain.gain();
        check(frame(pan, MessageId.CHANNEL_PAN, ChannelPan.write(buffer, body(), i % 150, ChannelPan.CENTRE)));
        sum += pan.pan();
        check(frame(chat, MessageId.CHAT_TEXT, ChatText.write(buffer, body(), CHAT)));
        sum += chat.text().chars();
        check(frame(properties, MessageId.NETW_TRANSPORT_PROPS,
            TransportProperties.write(buffer, body(), 72, 1, 2, TransportProperties.CODEC_OPUS, 1)));
        sum += properties.codedBytes() + properties.datagramBytes() + properties.channels();
        check(frame(levels, MessageId.CLM_CHANNEL_LEVEL_LIST, ChannelLevels.write(buffer, body(), levelValues, 5)));
        sum += levels.level(4);
        check(frame(ping, MessageId.CLM_PING_MS, Ping.write(buffer, body(), i)));
        sum += ping.timeMillis();
        check(frame(pingWithClients, MessageId.CLM_PING_MS_WITHNUMCLIENTS,
            PingWithClients.write(buffer, body(), i, 3)));
        sum += pingWithClients.clients();
        check(frame(version, MessageId.VERSION_AND_OS,
            VersionAndOs.write(buffer, body(), VersionAndOs.OS_LINUX, versionText)));
        check(version.isAtLeast(3, 6, 0));
        sum += list(i);
        check(sum != 0);
    }

    private long list(final int i) {
        listWriter.begin(buffer, body());
        for (int channel = 0; channel < 20; channel++) {
            if ((channel + i) % 2 == 0) {
                listWriter.add(channel, info);
            } else {
                listWriter.add(channel, i, i, 1, info.name(), info.city());
            }
        }
        check(frame(list, MessageId.CONN_CLIENTS_LIST, listWriter.end()));
        long sum = 0;
        while (list.next()) {
            sum += list.channelId() + list.country() + list.instrument() + list.name().chars();
            check(list.name().contentEquals(info.name()) && !list.city().exceeds(Limits.MAX_CITY_CHARS));
        }
        sum += info.copyWellFormedTo(copy, 0);
        check(info.contentEquals(copy, 0, info.length()));
        return sum;
    }

    /** Queues a short message and a split one, and lets the receiver acknowledge each of their frames. */
    private void exchange(final int i) {
        check(sender.offer(MessageId.CHANNEL_GAIN, buffer, 0, 3));
        check(sender.offer(MessageId.CHAT_TEXT, buffer, 0, 1200));
        check(sender.offerEmpty(MessageId.REQ_CHANNEL_INFOS));
        int assembled = 0;
        for (long now = i; sender.due(now); ) {
            sender.sent(now);
            now += ReliableSender.RETRANSMISSION_NANOS;
            check(sender.due(now));
            sender.sent(now);
            assembled += receive(sender.headBuffer(), sender.headOffset(), sender.headLength());
        }
        check(assembled == 1 && sender.isEmpty());
    }

    private int receive(final DirectBuffer frame, final int offset, final int length) {
        check(Frame.isMessage(frame, offset, length));
        final int id = Frame.id(frame, offset);
        final int counter = Frame.counter(frame, offset);
        check(!receiver.isDuplicate(id, counter));
        final boolean complete = id == MessageId.SPLIT_CONTAINER
            && receiver.assemble(frame, Frame.bodyOffset(offset), Frame.bodyLength(frame, offset));
        receiver.remember(id, counter);
        check(receiver.isDuplicate(id, counter));
        check(frame(acknowledgement, MessageId.ACKN, Acknowledgement.write(buffer, body(), id)));
        check(sender.acknowledge(acknowledgement.messageId(), counter));
        return complete ? 1 : 0;
    }
}
