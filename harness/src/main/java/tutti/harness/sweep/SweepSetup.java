package tutti.harness.sweep;

import java.util.Properties;

/**
 * How a sweep was made, as far as its numbers depend on it.
 *
 * @param factor             blocks in a packet
 * @param windowSeconds      measured time
 * @param callsWindowSeconds time in which system calls were counted; 0 when they were not
 * @param hertz              clock ticks in a second
 */
record SweepSetup(int factor, double windowSeconds, double callsWindowSeconds, double hertz) {
    static SweepSetup of(final Properties properties) {
        return new SweepSetup(Integer.parseInt(properties.getProperty("factor")),
            Double.parseDouble(properties.getProperty("window.seconds")),
            Double.parseDouble(properties.getProperty("calls.window.seconds")),
            Double.parseDouble(properties.getProperty("hertz")));
    }

    /** {@return whether system calls were to be counted by name} */
    boolean countsCallsByName() {
        return callsWindowSeconds > 0;
    }
}
