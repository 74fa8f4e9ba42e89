package tutti.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class LoopCommandsTest {
    private static final long LONG_MILLIS = 60_000;

    private final LoopCommands commands = new LoopCommands();
    private final List<Boolean> switched = new ArrayList<>();

    @Test
    void shouldReturnOnlyAfterTheLoopHasSwitched() throws Exception {
        try (ExecutorService callers = Executors.newFixedThreadPool(4)) {
            final List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                final boolean on = i % 2 == 0;
                calls.add(callers.submit(() -> {
                    commands.set(LoopSwitch.BATCH_SEND, on, LONG_MILLIS);
                    return null;
                }));
            }
            assertTrue(calls.stream().noneMatch(Future::isDone), "nobody has drained the queue");

            while (switched.size() < 20) {
                commands.drain((what, on) -> switched.add(on), 1);
            }
            for (final Future<?> call : calls) {
                call.get();
            }
        }
        assertEquals(10, switched.stream().filter(on -> on).count());
    }

    @Test
    void shouldCarryOutNoMoreThanTheLimit() {
        for (int i = 0; i < 5; i++) {
            assertThrows(TimeoutException.class, () -> commands.set(LoopSwitch.BATCH_SEND, true, 0));
        }

        assertEquals(3, commands.drain((what, on) -> switched.add(on), 3));
        assertEquals(2, commands.drain((what, on) -> switched.add(on), 3));
        assertEquals(0, commands.drain((what, on) -> switched.add(on), 3));
    }

    @Test
    void shouldCarryOutLateWhatTimedOutEarly() {
        final TimeoutException timeout =
            assertThrows(TimeoutException.class, () -> commands.set(LoopSwitch.BATCH_SEND, false, 1));
        assertEquals("the server loop did not answer within 1 ms", timeout.getMessage());

        commands.drain((what, on) -> switched.add(on), 10);

        assertEquals(List.of(false), switched);
    }

    @Test
    void shouldRefuseMoreCommandsThanTheQueueHolds() {
        String message;
        int queued = 0;
        do {
            message = assertThrows(TimeoutException.class, () -> commands.set(LoopSwitch.BATCH_SEND, true, 0))
                .getMessage();
            queued++;
        } while (message.startsWith("the server loop did not answer"));

        assertEquals("the server loop has " + (queued - 1) + " commands waiting already", message);
        assertEquals(queued - 1, commands.drain((what, on) -> switched.add(on), Integer.MAX_VALUE));
    }

    @Test
    void shouldStopWaitingWhenInterrupted() {
        Thread.currentThread().interrupt();

        assertThrows(InterruptedException.class, () -> commands.set(LoopSwitch.BATCH_SEND, true, LONG_MILLIS));
    }

    @Test
    void shouldNotAllocateOnTheFrameThread() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final LoopCommands.Handler ignore = (what, on) -> true;
        drain(ignore, 100);
        final long before = threads.getCurrentThreadAllocatedBytes();
        final long own = threads.getCurrentThreadAllocatedBytes() - before;

        drain(ignore, 10_000);

        assertEquals(0, threads.getCurrentThreadAllocatedBytes() - before - 2 * own);
    }

    private void drain(final LoopCommands.Handler handler, final int times) {
        for (int i = 0; i < times; i++) {
            commands.drain(handler, 4);
        }
    }
}
