package tutti.server;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Tells when the JIT compiler has had little to do for {@value #SECONDS} seconds. */
final class CompilerRest {

    static final int SECONDS = 3;
    /** In a second of rest the compiler works less than this. */
    static final long BUSY_MILLIS = 60;

    private final NanoClock clock;
    private final LongSupplier compiler;
    private final long start;
    private long second;
    private long compiledMillis;
    private int quietSeconds;

    /**
     * @param clock time in ns.
     * @param compiler how long the compiler has worked since the process's start, in ms.
     */
    CompilerRest(final NanoClock clock, final LongSupplier compiler) {
        this.clock = clock;
        this.compiler = compiler;
        start = clock.nanoTime();
    }

    /** The rest of this process's compiler. One that does not exist has nothing to do. */
    static CompilerRest ofThisProcess() {
        final CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
        return new CompilerRest(SystemNanoClock.INSTANCE, bean == null ? () -> 0 : bean::getTotalCompilationTime);
    }

    /** Whether it is at rest; to be asked about once a second or more often. */
    boolean isReached() {
        final long now = TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - start);
        if (now > second) {
            second = now;
            final long millis = compiler.getAsLong();
            quietSeconds = millis - compiledMillis < BUSY_MILLIS ? quietSeconds + 1 : 0;
            compiledMillis = millis;
        }
        return quietSeconds >= SECONDS;
    }
}
