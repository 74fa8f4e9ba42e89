package tutti.server.jitter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Section 6 of the protocol specification, sentence by sentence, with no thought for speed: slots with flags, a get
 * position that moves one step at a time, histories kept as queues of booleans. The oracle of
 * {@link JitterBufferModelTest}.
 */
final class ReferenceJitterBuffer {

    /** 6.3: "a window of N slots, a get position, and a counter S; each slot has a valid flag". */
    static final class Window {
        int n;
        byte[][] data;
        boolean[] valid;
        int getPosition;
        int s;

        Window(final int n) {
            this.n = n;
            data = new byte[n][];
            valid = new boolean[n];
        }

        void put(final int q, final byte[] block) {
            int d = q - s;
            if (d < -128) {
                d += 256;
            }
            if (d > 127) {
                d -= 256;
            }
            final int slot;
            if (d < 0) {
                for (int i = 0; i < -d; i++) {
                    valid[getPosition] = false;
                    s = Math.floorMod(s - 1, 256);
                    getPosition = Math.floorMod(getPosition - 1, n);
                }
                slot = getPosition;
            } else if (d >= n) {
                for (int i = 0; i < d - n + 1; i++) {
                    valid[getPosition] = false;
                    s = (s + 1) % 256;
                    getPosition = (getPosition + 1) % n;
                }
                slot = (getPosition + n - 1) % n;
            } else {
                slot = (getPosition + d) % n;
            }
            data[slot] = block;
            valid[slot] = true;
        }

        byte[] get() {
            final byte[] block = valid[getPosition] ? data[getPosition] : null;
            valid[getPosition] = false;
            getPosition = (getPosition + 1) % n;
            s = (s + 1) % 256;
            return block;
        }

        void resize(final int newN) {
            final byte[][] newData = new byte[newN][];
            final boolean[] newValid = new boolean[newN];
            for (int i = 0; i < Math.min(n, newN); i++) {
                newData[i] = data[(getPosition + i) % n];
                newValid[i] = valid[(getPosition + i) % n];
            }
            n = newN;
            data = newData;
            valid = newValid;
            getPosition = 0;
        }
    }

    /** A buffer in either discipline: the window of 6.3, or the ring of 6.2, which moves the window's counter S. */
    static final class Buffer {
        final Window window;
        final ArrayDeque<byte[]> ring = new ArrayDeque<>();

        Buffer(final int n) {
            window = new Window(n);
        }

        void empty() {
            Arrays.fill(window.valid, false);
            ring.clear();
        }

        boolean put(final Stream stream, final List<byte[]> blocks, final List<Integer> numbers) {
            if (stream.sequenceNumbers) {
                for (int i = 0; i < blocks.size(); i++) {
                    window.put(numbers.get(i), blocks.get(i));
                }
                return true;
            }
            if (window.n - ring.size() < blocks.size()) {
                return false;
            }
            ring.addAll(blocks);
            return true;
        }

        byte[] get(final Stream stream) {
            if (stream.sequenceNumbers) {
                return window.get();
            }
            final byte[] block = ring.poll();
            if (block != null) {
                window.s = (window.s + 1) % 256;
            }
            return block;
        }
    }

    /** 6.5: the error rate of one simulated buffer. */
    static final class ErrorRate {
        final ArrayDeque<Boolean> events = new ArrayDeque<>();
        int errors;
        boolean previousWasError = true;

        void event(final boolean error, final int h) {
            if (error && previousWasError) {
                return;
            }
            previousWasError = error;
            events.add(error);
            errors += error ? 1 : 0;
            if (events.size() > h) {
                errors -= events.remove() ? 1 : 0;
            }
        }

        double value() {
            return events.isEmpty() ? 1.0 : (double) errors / events.size();
        }
    }

    /** The transport properties that matter here. */
    record Stream(int codedBytes, boolean sequenceNumbers, int factor, int blockSamples) {
        int datagramBytes() {
            return (codedBytes + (sequenceNumbers ? 1 : 0)) * factor;
        }

        boolean is64() {
            return blockSamples == 64;
        }

        int h() {
            return is64() ? 22500 : 11000;
        }

        double b() {
            return is64() ? 0.00025 : 0.0005;
        }

        double bMax() {
            return is64() ? 0.005 : 0.01;
        }
    }

    private Stream stream = new Stream(10, false, 1, 64);
    private final Buffer real = new Buffer(10);
    private final Buffer[] simulated = new Buffer[12];
    private final ErrorRate[] rates = new ErrorRate[12];
    private boolean automatic = true;
    private double f;
    private int a;
    private int i;

    ReferenceJitterBuffer() {
        for (int size = 2; size <= 11; size++) {
            simulated[size] = new Buffer(size);
        }
        startStatistics();
    }

    private void startStatistics() {
        clearRates();
        f = 6.0;
        a = 6;
        i = stream.h() / 4;
    }

    private void clearRates() {
        for (int size = 2; size <= 11; size++) {
            rates[size] = new ErrorRate();
        }
    }

    void configure(final Stream newStream) {
        stream = newStream;
        real.empty();
        for (int size = 2; size <= 11; size++) {
            simulated[size].empty();
        }
        startStatistics();
    }

    boolean put(final byte[] datagram) {
        if (datagram.length != stream.datagramBytes()) {
            return false;
        }
        final List<byte[]> blocks = new ArrayList<>();
        final List<Integer> numbers = new ArrayList<>();
        final int step = datagram.length / stream.factor;
        for (int at = 0; at < datagram.length; at += step) {
            blocks.add(Arrays.copyOfRange(datagram, at, at + stream.codedBytes));
            numbers.add(datagram[at + step - 1] & 0xff);
        }
        return putBlocks(blocks, numbers);
    }

    private boolean putBlocks(final List<byte[]> blocks, final List<Integer> numbers) {
        for (int size = 2; size <= 11; size++) {
            rates[size].event(!simulated[size].put(stream, blocks, numbers), stream.h());
        }
        return real.put(stream, blocks, numbers);
    }

    byte[] get() {
        final byte[] block = real.get(stream);
        for (int size = 2; size <= 11; size++) {
            rates[size].event(simulated[size].get(stream) == null, stream.h());
        }
        decideSize();
        return block;
    }

    /** What the get after {@code index} more of them would return, as far as it is here. */
    byte[] peek(final int index) {
        if (!stream.sequenceNumbers) {
            return real.ring.stream().skip(index).findFirst().orElse(null);
        }
        final Window window = real.window;
        final int slot = (window.getPosition + index) % window.n;
        return index < window.n && window.valid[slot] ? window.data[slot] : null;
    }

    private int smallestWithin(final double bound) {
        for (int size = 2; size <= 10; size++) {
            if (rates[size].value() <= bound) {
                return size;
            }
        }
        return 11;
    }

    /** The six steps of 6.5. */
    private void decideSize() {
        final int d1 = smallestWithin(stream.b());
        final int d2 = smallestWithin(stream.bMax());
        if (d2 == 11) {
            i = stream.h() / 4;
        }
        boolean fast = false;
        if (i > 0) {
            i = i - 1;
            fast = true;
        }
        if (a < d2) {
            fast = true;
        }
        final double w;
        if (stream.is64()) {
            w = d1 < f ? fast ? 0.999499875 : 0.99994999875 : fast ? 0.9997499687422 : 0.9999975;
        } else {
            w = d1 < f ? fast ? 0.999 : 0.9999 : fast ? 0.9995 : 0.999995;
        }
        f = f * w + (1 - w) * d1;
        final double x = f > 6 ? f - 0.1 : f + 0.1;
        a = (int) Math.floor(x + 0.5);
        if (i == stream.h() / 8 && rates[11].value() > stream.b()) {
            clearRates();
        }
    }

    void setManual(final int n) {
        automatic = false;
        resize(n);
    }

    void setAutomatic() {
        automatic = true;
    }

    boolean applyAutomatic() {
        if (!automatic || a == real.window.n) {
            return false;
        }
        resize(a);
        return true;
    }

    private void resize(final int n) {
        if (n == real.window.n) {
            return;
        }
        final List<byte[]> stored = new ArrayList<>();
        if (!stream.sequenceNumbers) {
            while (!real.ring.isEmpty()) {
                stored.add(get());
            }
        }
        real.window.resize(n);
        for (final byte[] block : stored.subList(0, Math.min(stored.size(), n))) {
            putBlocks(List.of(block), List.of());
        }
    }

    Stream stream() {
        return stream;
    }

    int size() {
        return real.window.n;
    }

    boolean isAutomatic() {
        return automatic;
    }

    int automaticSize() {
        return a;
    }

    double filterValue() {
        return f;
    }
}
