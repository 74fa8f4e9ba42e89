package tutti.server;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Tells when the JIT compiler has had little to do for {@value #SECONDS} seconds. */
final class CompilerRest {

    private static final int SECONDS = 3;
    /** In a second of rest the compiler works less than this. */
    private static final long BUSY_MILLIS = 60;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final long start = System.nanoTime();
    private long second;
    private long compiledMillis;
    private int quietSeconds;

    /** Whether it is at rest; to be asked at least once a second. Without a compiler, everything is at rest. */
    boolean isReached() {
        if (compiler == null) {
            return true;
        }
        final long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        if (now > second) {
            second = now;
            final long millis = compiler.getTotalCompilationTime();
            quietSeconds = millis - compiledMillis < BUSY_MILLIS ? quietSeconds + 1 : 0;
            compiledMillis = millis;
        }
        return quietSeconds >= SECONDS;
    }
}
