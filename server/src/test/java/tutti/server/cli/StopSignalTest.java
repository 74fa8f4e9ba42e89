package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.server.ServerHandle;
import tutti.server.ServerMonitor;

final class StopSignalTest {
    private final List<Integer> halts = new ArrayList<>();
    private int stops;

    @Test
    void shouldEndWithZeroWhenTheServerStopsInTime() {
        final StopSignal signal = new StopSignal(halts::add, 60_000);
        signal.attach(handle(signal::end));

        signal.onShutdown();

        assertEquals(1, stops);
        assertEquals(List.of(0), halts);
    }

    @Test
    void shouldStopAServerThatOpensAfterTheSignal() {
        final StopSignal signal = new StopSignal(halts::add, 1);
        signal.onShutdown();

        signal.attach(handle(() -> { }));

        assertEquals(1, stops);
    }

    @Test
    void shouldEndWithOneWhenTheServerDoesNotStop() {
        final StopSignal signal = new StopSignal(halts::add, 1);
        signal.attach(handle(() -> { }));

        signal.onShutdown();

        assertEquals(List.of(1), halts);
    }

    @Test
    void shouldLeaveTheExitCodeAloneWhenAllIsDone() {
        final StopSignal signal = new StopSignal(halts::add, 60_000);
        signal.attach(handle(() -> { }));
        signal.end();

        signal.onShutdown();

        assertEquals(0, stops);
        assertEquals(List.of(), halts);
    }

    private ServerHandle handle(final Runnable onStop) {
        return new ServerHandle() {
            @Override
            public void run(final Consumer<String> log) {
                throw new AssertionError("not run here");
            }

            @Override
            public void requestStop() {
                stops++;
                onStop.run();
            }

            @Override
            public ServerMonitor monitor() {
                throw new AssertionError("not looked at");
            }

            @Override
            public String describe() {
                return "fake";
            }
        };
    }
}
