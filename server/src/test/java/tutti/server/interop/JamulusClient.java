package tutti.server.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An unmodified Jamulus client, without a window, with settings and a home directory of its own. */
final class JamulusClient implements AutoCloseable {
    private final Program program;
    private final String jackName;

    /**
     * Starts a client: stereo, normal quality, jitter buffers on both sides set by hand to their largest size, so that
     * it is the server that is tested and not how evenly a busy machine runs the client.
     *
     * @param executable   the program
     * @param folder       for log, settings and home directory
     * @param id           short, for file names and the name at the JACK server
     * @param musician     the name that the others see
     * @param port         of the server on this machine
     * @param frameSamples 128, or 64 for small network buffers
     * @param environment  variables that lead to the JACK server
     */
    JamulusClient(
            final Path executable,
            final Path folder,
            final String id,
            final String musician,
            final int port,
            final int frameSamples,
            final Map<String, String> environment) throws IOException {
        final Path home = Files.createDirectories(folder.resolve(id));
        final Path settings = Files.writeString(home.resolve("jamulus.ini"), """
                <client>
                 <name_base64>%s</name_base64>
                 <audiochannels>2</audiochannels>
                 <audioquality>1</audioquality>
                 <enableopussmall>%d</enableopussmall>
                 <autojitbuf>0</autojitbuf>
                 <jitbuf>20</jitbuf>
                 <jitbufserver>20</jitbufserver>
                </client>
                """.formatted(
                        Base64.getEncoder().encodeToString(musician.getBytes(StandardCharsets.UTF_8)),
                        frameSamples == 64 ? 1 : 0));
        final Map<String, String> variables = new HashMap<>(environment);
        variables.put("HOME", home.toString());
        variables.put("QT_QPA_PLATFORM", "offscreen");
        jackName = "Jamulus " + id;
        program = Program.start(folder.resolve(id + ".log"), variables, List.of(
                executable.toString(), "--nogui", "--nojackconnect", "--notranslation",
                "--connect", "127.0.0.1:" + port, "--clientname", id, "--inifile", settings.toString()));
    }

    boolean isRunning() {
        return program.isRunning();
    }

    /** @return this client's two inputs among all JACK ports, left first; none while it is not ready */
    List<String> inputs(final List<String> ports) {
        return ports(ports, "input");
    }

    /** @return this client's two outputs among all JACK ports, left first; none while it is not ready */
    List<String> outputs(final List<String> ports) {
        return ports(ports, "output");
    }

    private List<String> ports(final List<String> ports, final String direction) {
        final List<String> own = new ArrayList<>();
        for (final String side : List.of("left", "right")) {
            ports.stream().filter((jackName + ":" + direction + " " + side)::equals).forEach(own::add);
        }
        return own;
    }

    @Override
    public void close() {
        program.close();
    }

    @Override
    public String toString() {
        return program.toString();
    }
}
