package tutti.server;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.function.Consumer;
import tutti.libc.LibC;
import tutti.libc.NativeException;
import tutti.libc.ThreadControl;
import tutti.mixer.GainTable;
import tutti.mixer.LevelMeter;
import tutti.mixer.MixKernels;
import tutti.mixer.WarmingMixKernels;
import tutti.opus.OpusCodec;
import tutti.opus.OpusLibrary;
import tutti.opus.OpusUnavailableException;
import tutti.server.events.EventLog;
import tutti.transport.DatagramTransport;
import tutti.transport.LinuxTransport;
import tutti.transport.PortableTransport;
import tutti.transport.TransportOptions;

/**
 * The whole server, assembled: socket, codec, mixer and the loop that drives them. All memory is taken here, before the
 * first datagram.
 */
public final class TuttiServer implements ServerHandle {

    /** Name of the thread that runs the loop. */
    static final String FRAME_THREAD = "frame";

    private static final long TIMER_SLACK_NANOS = 1;

    private final ServerConfig config;
    private final OpusCodec codec;
    private final DatagramTransport transport;
    private final ServerMonitor monitor;
    private final EventLog events;
    private final MixKernels[] kernels;
    private final FramePhases phases;
    private final Arena arena = Arena.ofShared();
    private final Membership membership;
    private final FrameLoop loop;

    /**
     * Assembles a server.
     *
     * @param config what was asked for.
     * @param codec the process's codec: it keeps no state of its own, so servers may share it.
     * @param opener opens the way datagrams go.
     * @param kernels mix; for this server alone: one for the frame thread, then one for each worker.
     * @param monitor where the loop counts and hears commands.
     * @param events where the loop tells of joins and leaves.
     * @param clocks the times it goes by.
     * @throws IOException when the transport cannot be opened.
     */
    TuttiServer(final ServerConfig config, final OpusCodec codec, final TransportOpener opener,
        final MixKernels[] kernels, final ServerMonitor monitor, final EventLog events, final ServerClocks clocks)
        throws IOException {
        this.config = config;
        this.codec = codec;
        this.monitor = monitor;
        this.events = events;
        this.kernels = kernels;
        final Session[] slots = new Session[config.maxClients()];
        for (int id = 0; id < slots.length; id++) {
            slots[id] = new Session(id, codec, arena);
        }
        final SendFailures failures = new SendFailures(slots, monitor.counters());
        transport = opener.open(failures);
        final SessionTable sessions = new SessionTable(slots);
        final GainTable gains = new GainTable(slots.length);
        final MixGroups groups =
            new MixGroups(slots.length, gains, codec, config.sharedMix(), monitor.counters(), arena);
        final LevelMeter levels = new LevelMeter(slots.length);
        final ServerIdentity identity = ServerIdentity.of(config.welcomeMessage());
        final ControlOutbox outbox = new ControlOutbox(transport, monitor.counters());
        final ClientLists lists = new ClientLists(sessions);
        membership = new Membership(sessions, gains, groups, levels, new OpeningBurst(outbox, identity), lists, events,
            monitor.counters());
        final Admission admission = new Admission(config.admission());
        final ControlPlane control = new ControlPlane(sessions,
            new ChannelMessages(sessions, gains, groups, lists,
                new Chat(sessions, outbox, monitor.counters(), clocks.wall()), outbox, monitor.counters()),
            new ConnectionlessMessages(sessions, lists, identity, outbox, monitor.counters()),
            new FrontDoor(sessions, membership, admission, outbox, monitor.counters()), membership, groups, lists,
            new LevelLists(sessions, levels, outbox), outbox, monitor.counters());
        final AudioSender sender = new AudioSender(transport, slots.length * 2, config.batchSend(),
            config.maxHoldMicros(), monitor.counters(), clocks.loop());
        final Talkers talkers = new Talkers(slots.length, monitor.counters(), arena);
        final AudioWork[] works = new AudioWork[kernels.length];
        for (int thread = 0; thread < works.length; thread++) {
            works[thread] = new AudioWork(talkers, gains, codec, kernels[thread], arena);
        }
        final Inbound inbound = new Inbound(transport, sessions, gains, control, monitor.counters());
        phases = config.workers() == 0
            ? new AudioPath(sessions, talkers, groups, works[0], sender, monitor.counters(), clocks.loop())
            : new SpreadAudioPath(sessions, talkers, groups, works, sender, monitor.counters(), clocks.loop(),
                this::prepareWorker);
        loop = new FrameLoop(transport, sessions, inbound, phases, sender, control, monitor.commands(), admission,
            config.decodeAhead(), events, monitor.frameStats(), monitor.counters(), clocks);
    }

    /** Opens the transport once it is known who hears of failed sends. */
    @FunctionalInterface
    interface TransportOpener {
        DatagramTransport open(SendFailures failures) throws IOException;
    }

    /**
     * Opens a server: takes the port, the codec and all memory, but does not serve yet.
     *
     * @param config what the operator asked for.
     * @param monitor where the loop counts and hears commands.
     * @param events where the loop tells of joins and leaves.
     * @return the server, to be run on the thread that shall be the frame thread.
     * @throws StartupException when it cannot serve, for a reason the operator can change.
     */
    public static TuttiServer open(final ServerConfig config, final ServerMonitor monitor, final EventLog events)
        throws StartupException {
        try {
            return new TuttiServer(config, new OpusCodec(OpusLibrary.find(config.opusLibrary())),
                failures -> openTransport(config, failures), WarmingMixKernels.start(1 + config.workers()), monitor,
                events, ServerClocks.SYSTEM);
        } catch (final OpusUnavailableException | IOException e) {
            throw new StartupException(e.getMessage(), e);
        }
    }

    @Override
    public void run(final Consumer<String> log) {
        if (LibC.isAvailable()) {
            // Before the frame thread is pinned: threads started after that would be pinned with it.
            loop.onFirstMusician(Rehearsal.start(codec, config, log, () -> favourSound(log))::end);
            prepareThread();
        }
        serve();
    }

    /** Runs the loop on the calling thread as it is, and closes everything in the end. */
    void serve() {
        try {
            loop.run();
            membership.dismissAll(System.nanoTime());
        } finally {
            phases.close();
            transport.close();
            arena.close();
        }
    }

    @Override
    public void requestStop() {
        loop.requestStop();
    }

    @Override
    public ServerMonitor monitor() {
        return monitor;
    }

    @Override
    public String describe() {
        return transport.describe() + "; mix: " + kernels[0].describe() + workers() + "; " + codec.library();
    }

    /** The loop, for tests that turn it by hand. */
    FrameLoop loop() {
        return loop;
    }

    /** Once the code is compiled, the processor belongs to those who make the sound. */
    private void favourSound(final Consumer<String> log) {
        try {
            ThreadPriorities.lowerOthers();
        } catch (final IOException | NativeException e) {
            log.accept("warning: other threads may take the processor from the frame thread: " + e.getMessage());
        }
        if (config.realtime()) {
            try {
                ThreadPriorities.raiseSound();
            } catch (final IOException | NativeException e) {
                log.accept("warning: --realtime is without effect: " + e.getMessage()
                    + "; give the process CAP_SYS_NICE or an rtprio limit");
            }
        }
    }

    private void prepareThread() {
        Thread.currentThread().setName(FRAME_THREAD);
        ThreadControl.setTimerSlackNanos(TIMER_SLACK_NANOS);
        if (config.cpu().isPresent()) {
            ThreadControl.pinCurrentThread(config.cpu().getAsInt());
        }
    }

    /** Pins a worker, on its own thread. */
    private void prepareWorker(final int worker) {
        if (!config.workerCpus().isEmpty() && LibC.isAvailable()) {
            ThreadControl.pinCurrentThread(config.workerCpus().get(worker));
        }
    }

    private String workers() {
        if (config.workers() == 0) {
            return "";
        }
        return ", " + config.workers() + (config.workers() == 1 ? " worker" : " workers")
            + (config.workerCpus().isEmpty() ? "" : " on core " + config.workerCpus());
    }

    private static DatagramTransport openTransport(final ServerConfig config, final SendFailures failures)
        throws IOException {
        TransportOptions options = TransportOptions.onPort(config.port())
            .withTrafficClass(config.typeOfService())
            .withBatchReceive(config.receiveMode() == ServerConfig.ReceiveMode.BATCH);
        if (config.bindAddress().isPresent()) {
            options = options.withBindAddress(config.bindAddress().get());
        }
        return switch (config.transport()) {
            case AUTO -> LinuxTransport.isAvailable()
                ? LinuxTransport.open(options, failures) : PortableTransport.open(options, failures);
            case LINUX -> LinuxTransport.open(options, failures);
            case PORTABLE -> PortableTransport.open(options, failures);
        };
    }
}
