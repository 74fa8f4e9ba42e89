package tutti.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The C compiler's opinion of every size, offset and constant in this package. The program that asks it is made from
 * the Java side by reflection, so that nothing added there escapes.
 */
@EnabledOnOs(OS.LINUX)
final class LayoutTest {
    private static final Path HEADER = Path.of("src/main/c/libc.h").toAbsolutePath();

    /** Every structure under its name in C. */
    private static final Map<String, GroupLayout> STRUCTURES = Map.ofEntries(
        Map.entry("struct sockaddr_in", sockaddr_in.layout()),
        Map.entry("struct sockaddr_in6", sockaddr_in6.layout()),
        Map.entry("struct iovec", iovec.layout()),
        Map.entry("struct msghdr", msghdr.layout()),
        Map.entry("struct mmsghdr", mmsghdr.layout()),
        Map.entry("struct pollfd", pollfd.layout()),
        Map.entry("struct timespec", timespec.layout()),
        Map.entry("struct sock_filter", sock_filter.layout()),
        Map.entry("struct sock_fprog", sock_fprog.layout()),
        Map.entry("struct sched_param", sched_param.layout()),
        Map.entry("cpu_set_t", cpu_set_t.layout()));

    private static Map<String, Long> compiled;

    @BeforeAll
    static void askTheCompiler(@TempDir final Path directory) throws IOException, InterruptedException {
        final Path source = directory.resolve("layout.c");
        final Path program = directory.resolve("layout");
        Files.writeString(source, program());
        run("gcc", "-Wall", "-Werror", "-o", program.toString(), source.toString());
        compiled = new TreeMap<>();
        run(program.toString()).lines()
            .map(line -> line.split("="))
            .forEach(pair -> compiled.put(pair[0], Long.parseLong(pair[1])));
    }

    private static String program() {
        final StringBuilder c = new StringBuilder()
            .append("#include \"").append(HEADER).append("\"\n#include <stddef.h>\n#include <stdio.h>\n")
            .append("#define SHOW(name, value) printf(\"%s=%lld\\n\", name, (long long) (value))\n")
            .append("int main(void) {\n");
        for (final Field constant : constants()) {
            show(c, constant.getName(), constant.getName());
        }
        STRUCTURES.forEach((type, layout) -> {
            show(c, type, "sizeof(" + type + ")");
            for (final MemoryLayout member : members(layout)) {
                final String name = member.name().orElseThrow();
                show(c, "offset " + type + "." + name, "offsetof(" + type + ", " + name + ")");
                show(c, "size " + type + "." + name, "sizeof(((" + type + " *) 0)->" + name + ")");
            }
        });
        return c.append("return 0;\n}\n").toString();
    }

    private static void show(final StringBuilder c, final String name, final String expression) {
        c.append("SHOW(\"").append(name).append("\", ").append(expression).append(");\n");
    }

    private static List<Field> constants() {
        return List.of(LibC.class.getFields()).stream()
            .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == int.class)
            .toList();
    }

    /** The members that have a name; the others are padding. */
    private static List<MemoryLayout> members(final GroupLayout layout) {
        return layout.memberLayouts().stream().filter(member -> member.name().isPresent()).toList();
    }

    private static String run(final String... command) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            final String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), () -> String.join(" ", command) + " failed:\n" + text);
            return text;
        }
    }

    @Test
    void constantsAreTheHeaders() throws IllegalAccessException {
        assertTrue(constants().size() > 40, "reflection must find the constants");
        for (final Field constant : constants()) {
            assertEquals(compiled.get(constant.getName()), constant.getInt(null), constant.getName());
        }
    }

    @Test
    void structuresHaveTheCompilersSizes() {
        STRUCTURES.forEach((type, layout) -> assertEquals(compiled.get(type), layout.byteSize(), type));
    }

    @Test
    void membersHaveTheCompilersOffsetsAndSizes() {
        STRUCTURES.forEach((type, layout) -> {
            for (final MemoryLayout member : members(layout)) {
                final String name = member.name().orElseThrow();
                final long offset = layout.byteOffset(PathElement.groupElement(name));
                assertEquals(compiled.get("offset " + type + "." + name), offset, () -> type + "." + name);
                assertEquals(compiled.get("size " + type + "." + name), member.byteSize(), () -> type + "." + name);
            }
        });
    }

    /** Whoever adds a structure class must add it to the table above. */
    @Test
    void noStructureIsForgotten() throws IOException {
        try (var sources = Files.list(Path.of("src/main/java/tutti/libc"))) {
            final List<String> structures = sources.map(path -> path.getFileName().toString())
                .filter(name -> Character.isLowerCase(name.charAt(0)) && !name.equals("package-info.java"))
                .map(name -> name.replace(".java", "")).sorted().toList();
            final List<String> tested = STRUCTURES.values().stream()
                .map(layout -> layout.name().orElseThrow()).sorted().toList();
            assertEquals(structures, tested);
        }
    }
}
