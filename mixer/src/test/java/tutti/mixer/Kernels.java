package tutti.mixer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.Set;

/** Every implementation of the kernels, whatever the processor: widths that it lacks are emulated by the Vector API. */
enum Kernels {

    SCALAR(new ScalarMixKernels()), VECTOR_128(vector(128)), VECTOR_256(vector(256)), VECTOR_512(vector(512));

    private final MixKernels kernels;

    Kernels(final MixKernels kernels) {
        this.kernels = kernels;
    }

    /** Returns the one instance of these kernels. */
    MixKernels get() {
        return kernels;
    }

    /** The width is a constant of the class: a class loader of its own for each width gives each its own class. */
    private static MixKernels vector(final int bits) {
        final String before = System.getProperty(KernelChoice.PROPERTY);
        System.setProperty(KernelChoice.PROPERTY, Integer.toString(bits));
        try {
            final Class<?> type = new WidthLoader().loadClass(VectorMixKernels.class.getName());
            final Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return (MixKernels) constructor.newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create kernels of " + bits + " bits", e);
        } finally {
            if (before == null) {
                System.clearProperty(KernelChoice.PROPERTY);
            } else {
                System.setProperty(KernelChoice.PROPERTY, before);
            }
        }
    }

    /**
     * Defines the vector kernels and what they use of their package anew, and takes all else from the tests' loader.
     */
    private static final class WidthLoader extends ClassLoader {

        private static final Set<String> OWN = Set.of(
            VectorMixKernels.class.getName(), KernelChoice.class.getName(), NativeMemory.class.getName());

        WidthLoader() {
            super(Kernels.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (!OWN.contains(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                final Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(final String name) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                final byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
