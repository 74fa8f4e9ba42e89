package tutti.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.server.ServerConfig;
import tutti.server.ServerConfig.ReceiveMode;
import tutti.server.ServerConfig.TransportKind;
import tutti.server.StartupException;

final class ServerOptionsTest {
    private static final List<String> OPTIONS = List.of("--port", "--bind", "--batch-send", "--receive", "--transport",
        "--max-hold", "--qos", "--max-clients", "--admission", "--welcome", "--shared-mix", "--decode-ahead", "--cpu",
        "--workers", "--realtime", "--opus-library", "--admin-port", "--stats", "--help", "--version");

    @Test
    void shouldHaveTheDefaultsThatClientsExpect() throws StartupException {
        assertEquals(new ServerConfig(22124, Optional.empty(), true, true, true, 0, ReceiveMode.BATCH,
            TransportKind.AUTO, 150, true, OptionalInt.empty(), 0, List.of(), false, 32, 0, Optional.empty(), "", 0), config());
        assertEquals(128, config().typeOfService());
    }

    @Test
    void shouldTakeEveryOption(@TempDir final Path directory) throws StartupException, IOException {
        final Path library = Files.createFile(directory.resolve("libopus.so"));

        final ServerConfig config = config("--port", "0", "--bind", "::1", "--batch-send", "off", "--shared-mix",
            "off", "--decode-ahead", "off", "--max-hold", "250", "--receive", "single", "--transport", "portable",
            "--max-clients", "1", "--admission", "off", "--realtime", "--qos", "46", "--admin-port",
            "65535", "--opus-library", library.toString(), "--welcome", "Hello", "--stats", "10");

        assertEquals(new ServerConfig(0, Optional.of(InetAddress.ofLiteral("::1")), false, false, false, 250,
            ReceiveMode.SINGLE, TransportKind.PORTABLE, 1, false, OptionalInt.empty(), 0, List.of(), true, 46, 65535,
            Optional.of(library), "Hello", 10), config);
    }

    @Test
    void shouldTakeValuesAfterAnEqualsSignToo() throws StartupException {
        assertEquals(5000, config("--port=5000").port());
    }

    @Test
    void shouldLetTheLastOfSeveralValuesWin() throws StartupException {
        assertEquals(2, config("--port", "1", "--port", "2").port());
    }

    @Test
    void shouldTakeAnAtSignAsItIs(@TempDir final Path directory) throws StartupException, IOException {
        final Path file = Files.writeString(directory.resolve("options"), "--port 5");

        assertEquals("@" + file, config("--welcome", "@" + file).welcomeMessage());
    }

    @Test
    void shouldPinToACoreThatThereIs() throws StartupException {
        final int core = Math.max(0, AllowedCpus.ofThisProcess().nextSetBit(0));

        assertEquals(OptionalInt.of(core), config("--cpu", Integer.toString(core)).cpu());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldRefuseACoreThatThereIsNot() {
        assertEquals("--cpu takes a core this process may use, one of " + AllowedCpus.ofThisProcess()
            + ", not '1000' (--help shows all options)", refusal("--cpu", "1000"));
    }

    @Test
    void shouldTakeAWorkerForEveryCoreButOne() throws StartupException {
        final int most = AllowedCpus.count() - 1;

        assertEquals(most, config("--workers", Integer.toString(most)).workers());
        assertEquals(List.of(), config("--workers", Integer.toString(most)).workerCpus());
        for (final String wrong : List.of(Integer.toString(most + 1), "-1", "two")) {
            final String refusal = refusal("--workers", wrong);
            assertTrue(refusal.startsWith("--workers takes 0 to " + most + ", because this process may use "), refusal);
            assertTrue(refusal.endsWith(", not '" + wrong + "' (--help shows all options)"), refusal);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldGiveWorkersTheCoresThatTheFrameThreadHasNot() throws StartupException {
        final BitSet cores = AllowedCpus.ofThisProcess();
        final int first = cores.nextSetBit(0);
        cores.clear(first);

        assertEquals(cores.stream().boxed().toList(),
            config("--workers", Integer.toString(cores.cardinality()), "--cpu", Integer.toString(first)).workerCpus());
    }

    @Test
    void shouldRefuseAMaxHoldThatWorkersWouldBreak() {
        Assumptions.assumeTrue(AllowedCpus.count() > 1);
        assertEquals("--max-hold cannot be kept with --workers: packets leave when all threads are done; choose one of "
            + "them (--help shows all options)", refusal("--max-hold", "250", "--workers", "1"));
    }

    @ParameterizedTest
    @CsvSource({
        "--port,         65536,    '--port takes 0 to 65535, not ''65536'''",
        "--port,         -1,       '--port takes 0 to 65535, not ''-1'''",
        "--port,         ten,      '--port takes 0 to 65535, not ''ten'''",
        "--port,         '',       '--port takes 0 to 65535, not '''''",
        "--port,         99999999999999999999, '--port takes 0 to 65535, not ''99999999999999999999'''",
        "--bind,         localhost,'--bind takes an IPv4 or IPv6 address, not ''localhost'''",
        "--batch-send,   ON,       '--batch-send takes on or off, not ''ON'''",
        "--admission,    on,       '--admission takes auto or off, not ''on'''",
        "--shared-mix,   1,        '--shared-mix takes on or off, not ''1'''",
        "--max-hold,     2667,     '--max-hold takes 0 to 2666, not ''2667'''",
        "--receive,      many,     '--receive takes batch or single, not ''many'''",
        "--transport,    epoll,    '--transport takes auto, linux or portable, not ''epoll'''",
        "--max-clients,  0,        '--max-clients takes 1 to 150, not ''0'''",
        "--max-clients,  151,      '--max-clients takes 1 to 150, not ''151'''",
        "--cpu,          1024,     '--cpu takes 0 to 1023, not ''1024'''",
        "--qos,          64,       '--qos takes 0 to 63, not ''64'''",
        "--admin-port,   65536,    '--admin-port takes 0 to 65535, not ''65536'''",
        "--stats,        86401,    '--stats takes 0 to 86400, not ''86401'''",
        "--opus-library, no/such,  --opus-library: there is no readable file no/such",
        "--wellcome,     hi,       'there is no option ''--wellcome'', did you mean --welcome?'",
    })
    void shouldRefuseInOneLine(final String option, final String value, final String line) {
        assertEquals(line + " (--help shows all options)", refusal(option, value));
    }

    @Test
    void shouldRefuseWhatIsNoOption() {
        assertEquals("there is no option 'stray' (--help shows all options)", refusal("stray"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--welcome", "--cpu", "--stats"})
    void shouldRefuseAnOptionWithoutItsValue(final String option) {
        final String refusal = refusal(option);
        assertTrue(refusal.startsWith("missing required parameter for option '" + option + "'"), refusal);
    }

    @Test
    void shouldReadTheWelcomeFromAFile(@TempDir final Path directory) throws StartupException, IOException {
        final Path file = Files.writeString(directory.resolve("welcome.html"), "<b>Grüß Gott</b>\n");

        assertEquals("<b>Grüß Gott</b>", config("--welcome", file.toString()).welcomeMessage());
    }

    @Test
    void shouldExplainEveryOptionInItsHelp() throws StartupException {
        final ServerOptions.Print help = assertInstanceOf(ServerOptions.Print.class, ServerOptions.parse("--help"));

        for (final String option : OPTIONS) {
            assertTrue(help.text().lines().anyMatch(line -> line.matches(" {6}" + option + "(=\\S+)?( .*)?")), option);
        }
        assertTrue(help.text().contains("Exit codes:"));
        assertTrue(help.text().lines().allMatch(line -> line.length() <= 100), help.text());
        assertFalse(help.text().contains("\u001b"), "no colours where nobody asked for them");
    }

    @Test
    void shouldListOptionsInTheOrderOfThisTest() throws StartupException {
        final String help = ((ServerOptions.Print) ServerOptions.parse("--help")).text();
        final List<String> shown = help.lines().filter(line -> line.startsWith("      --"))
            .map(line -> line.strip().split("[= ]")[0]).toList();

        assertEquals(OPTIONS, shown);
    }

    @Test
    void shouldShowVersionAndJava() throws StartupException {
        final ServerOptions.Print version = (ServerOptions.Print) ServerOptions.parse("--version");

        assertTrue(version.text().startsWith("Tutti "), version.text());
        assertTrue(version.text().contains("Java " + Runtime.version()), version.text());
    }

    @Property(tries = 300)
    void shouldAnswerAnyCommandLineWithARequestOrOneLine(@ForAll("commandLines") final List<String> args) {
        try {
            ServerOptions.parse(args.toArray(String[]::new));
        } catch (final StartupException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        }
    }

    @Provide
    Arbitrary<List<String>> commandLines() {
        return Arbitraries.oneOf(
            Arbitraries.of(OPTIONS),
            Arbitraries.of("", "-", "--", "=", "on", "0", "7", "-1", "--port=", "--=x", "@", "@no-such-file",
                "\n", "a\nb", "\"", "'"),
            Arbitraries.strings().ofMaxLength(12)).list().ofMaxSize(6);
    }

    private static ServerConfig config(final String... args) throws StartupException {
        return assertInstanceOf(ServerOptions.Run.class, ServerOptions.parse(args)).config();
    }

    private static String refusal(final String... args) {
        return assertThrows(StartupException.class, () -> ServerOptions.parse(args)).getMessage();
    }
}
