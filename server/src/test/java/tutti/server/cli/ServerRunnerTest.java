package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.server.ServerConfig;
import tutti.server.ServerHandle;
import tutti.server.ServerMonitor;
import tutti.server.StartupException;
import tutti.server.stats.Counter;

final class ServerRunnerTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldLogEventsAndSumUpAtTheEnd() throws StartupException {
        final ServerRunner runner = runner((config, monitor, events) -> new Handle(monitor) {
            @Override
            public void run(final Consumer<String> log) {
                monitor.counters().add(Counter.FRAMES, 375);
                events.idle();
            }
        });

        assertEquals(Main.EXIT_OK, runner.run(config()));

        final List<String> lines = lines();
        assertTrue(lines.get(0).endsWith(" a fake server"), lines.get(0));
        assertTrue(lines.get(1).endsWith(" server idle: nobody is connected"), lines.get(1));
        assertTrue(lines.get(2).matches("--- since the start, [0-9.]+ s: 0 clients, 375 frames"), lines.get(2));
        assertTrue(lines.getLast().endsWith(" stopped"), lines.getLast());
    }

    @Test
    void shouldReportAFaultOfTheServerWithItsOrigin() throws StartupException {
        final ServerRunner runner = runner((config, monitor, events) -> new Handle(monitor) {
            @Override
            public void run(final Consumer<String> log) {
                throw new IllegalStateException("broken");
            }
        });

        assertEquals(Main.EXIT_FAULT, runner.run(config()));
        final String line = lines().get(1);
        assertTrue(line.endsWith("please report it: java.lang.IllegalStateException: broken"), line);
    }

    @Test
    void shouldPassOnWhatTheUserMustChange() {
        final ServerRunner runner = runner((config, monitor, events) -> {
            throw new StartupException("no such luck");
        });

        assertEquals("no such luck", assertThrows(StartupException.class, () -> runner.run(config())).getMessage());
        assertEquals(List.of(), lines());
    }

    private ServerRunner runner(final ServerRunner.Opener opener) {
        return new ServerRunner(opener, new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static ServerConfig config() throws StartupException {
        return ((ServerOptions.Run) ServerOptions.parse()).config();
    }

    private List<String> lines() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private abstract static class Handle implements ServerHandle {
        private final ServerMonitor monitor;

        private Handle(final ServerMonitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public void requestStop() {
            throw new AssertionError("nobody asked");
        }

        @Override
        public ServerMonitor monitor() {
            return monitor;
        }

        @Override
        public String describe() {
            return "a fake server";
        }
    }
}
