package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code check} on files of other tools. */
@Timeout(180)
class CheckForeignTest {
    static final String GOOD =
            """
            type: Microsoft.App/jobs
            location: swedencentral
            properties:
              environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
              configuration:
                triggerType: Manual
                replicaTimeout: 7200
                replicaRetryLimit: 0
                manualTriggerConfig: {parallelism: 1, replicaCompletionCount: 1}
              template:
                containers:
                - name: train
                  image: myreg.azurecr.io/lora@sha256:0000000000000000000000000000000000000000000000000000000000000000
                  command: []
                  args: ["--config", "/data/train.yaml"]
                  resources: {cpu: 2, memory: 4Gi}
            """;
    static final String BAD = GOOD.replace("command: []", "command: [\"\"]");
    @TempDir private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Terminal check(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "check";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new Terminal(folder).run(all);
    }

    @Test
    void aFindingIsPrintedAsCompilersDo() throws IOException {
        write("train.yaml", BAD);
        Terminal terminal = check("train.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .startsWith(
                        """
                        train.yaml:14:7: error TW-CMD-001 command holds one empty word, which is run as a program without a name
                          14 |       command: [""]
                             |       ^^^^^^^
                          why:    `[""]` is a list of one empty word""")
                .contains("\n  write:  command: []\n  source: ")
                .endsWith("\n\n1 error in 1 file\n")
                .doesNotContain("\033");
    }

    @Test
    void aGoodFileIsSaidToBeWhatItIs() throws IOException {
        write("train.yaml", GOOD);
        Terminal terminal = check("train.yaml");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("train.yaml is a Container Apps job: nothing found");
    }

    @Test
    void theGateIsWhereOneSetsIt() throws IOException {
        write("train.yaml", BAD);
        write("noted.yaml", GOOD.replace("\"--config\",", "\"--config\", \"\","));
        assertThat(check("train.yaml", "--fail-on", "never").code()).isZero();
        assertThat(check("noted.yaml").code()).isZero();
        assertThat(check("noted.yaml").out()).contains("note TW-CMD-001");
        assertThat(check("noted.yaml", "--fail-on", "note").code()).isEqualTo(ExitCode.REFUSED);
        assertThat(check("noted.yaml", "--fail-on", "warning").code()).isZero();
        assertThat(check("noted.yaml", "--fail-on", "nonsense").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void foldersAreWalkedWithoutHiddenOnesAndLinks() throws IOException {
        write("jobs/a.yaml", BAD);
        write("jobs/deep/b.yml", BAD);
        write("jobs/.git/c.yaml", BAD);
        write("jobs/other.yaml", "a: 1\n");
        write("jobs/chart.yaml", "a: {{ .Values.a }}: b\n");
        write("jobs/notes.txt", BAD);
        write("outside/d.yaml", BAD);
        Files.createSymbolicLink(folder.resolve("jobs/out"), folder.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("jobs/e.yaml"), folder.resolve("outside/d.yaml"));
        Terminal terminal = check("jobs");
        assertThat(terminal.out())
                .contains("jobs/a.yaml:14:7: error", "jobs/deep/b.yml:14:7: error")
                .contains("jobs/chart.yaml:1:")
                .endsWith(
                        "2 errors in 2 files; 1 file of no known kind; 1 file could not be read\n")
                .containsOnlyOnce("why:")
                .doesNotContain("c.yaml", "d.yaml", "e.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(check("jobs/").out()).contains("\njobs/deep/b.yml:14:7: error");
    }

    @Test
    void aNamedFileOfNoKindIsAMistakeUnlessItMayBe() throws IOException {
        write("other.yaml", "a: 1\n");
        Terminal terminal = check("other.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.out()).contains("is of no kind that is known here (known are");
        write("empty.yaml", "\n");
        assertThat(check("empty.yaml").out()).contains("is empty");
        Terminal skipping = check("other.yaml", "--skip-unknown");
        assertThat(skipping.code()).isZero();
        assertThat(skipping.out()).contains("nothing found in 0 files; 1 file of no known kind");
    }

    @Test
    void whatCannotBeReadIsSaidAtOnce() throws Exception {
        Path pipe = folder.resolve("pipe.yaml");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE4});
        write("nul.yaml", "a: \0\n");
        write("deep.yaml", "a: " + "[".repeat(100_000));
        write("bomb.yaml", bomb());
        Files.write(folder.resolve("large.yaml"), new byte[50 << 20]);
        Terminal terminal =
                check(
                        "pipe.yaml",
                        "/dev/zero",
                        "latin.yaml",
                        "nul.yaml",
                        "deep.yaml",
                        "bomb.yaml",
                        "large.yaml",
                        "none.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.out().lines())
                .anyMatch(line -> line.startsWith("pipe.yaml:1:1: is a pipe"))
                .anyMatch(line -> line.startsWith("/dev/zero:1:1: is a pipe, socket or device"))
                .anyMatch(line -> line.startsWith("latin.yaml:1:4: holds the byte 0xE4"))
                .anyMatch(line -> line.startsWith("nul.yaml:1:"))
                .anyMatch(line -> line.startsWith("deep.yaml:1:") && line.contains("nested"))
                .anyMatch(line -> line.startsWith("bomb.yaml:") && line.contains("values"))
                .anyMatch(line -> line.startsWith("large.yaml:1:1: is larger than 4 MiB"))
                .anyMatch(line -> line.startsWith("none.yaml:1:1: there is no such file"));
    }

    private static String bomb() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String last = "*a" + (i - 1);
            text.append("a").append(i).append(": &a").append(i).append(" [");
            text.append(String.join(", ", java.util.Collections.nCopies(10, last))).append("]\n");
        }
        return text.toString();
    }

    @Test
    void nothingInAFileReachesTheTerminalRaw() throws IOException {
        String name = "evil\033[31m.yaml";
        write(
                name,
                GOOD.replace(
                        "\"/data/train.yaml\"]",
                        "\"/data/\\e]0;x\\a\\x9b31m\u202e.yaml \"] # \u202e"));
        Terminal terminal = check(name);
        assertThat(terminal.out()).contains("TW-CMD-002").contains("evil\\u001b[31m.yaml:15:26:");
        assertThat(terminal.out().replace("\n", "").codePoints())
                .noneMatch(Character::isISOControl)
                .noneMatch(point -> Character.getType(point) == Character.FORMAT);
    }

    @Test
    void standardInputHasTheNameThatIsGiven() {
        Terminal terminal = new Terminal(folder);
        Shell shell = terminal.shell();
        CheckCommand command =
                new CheckCommand(
                        shell, new ByteArrayInputStream(BAD.getBytes(StandardCharsets.UTF_8)));
        int code = new CommandLine(command).execute("-", "--stdin-name", "deploy/x.yaml");
        shell.flush();
        assertThat(code).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out()).contains("deploy/x.yaml:14:7: error TW-CMD-001");
    }

    @Test
    void jsonHasEverythingThatIsKnownOfAFinding() throws IOException {
        write("train.yaml", BAD);
        Terminal terminal = check("train.yaml", "--json");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        JsonNode root = new ObjectMapper().readTree(terminal.out());
        assertThat(root.path("valid").asBoolean()).isFalse();
        JsonNode finding = root.path("findings").path(0);
        assertThat(finding.path("rule").asText()).isEqualTo("TW-CMD-001");
        assertThat(finding.path("line").asInt()).isEqualTo(14);
        assertThat(finding.path("end_column").asInt()).isEqualTo(14);
        assertThat(finding.path("path").asText())
                .isEqualTo("properties.template.containers[0].command");
        assertThat(finding.path("edits").path(0).path("replacement").asText()).isEqualTo("[]");
        assertThat(root.path("files").path(0).path("kinds").path(0).asText())
                .isEqualTo("container-apps-job");
        assertThat(root.path("summary").path("errors").asInt()).isEqualTo(1);
    }

    @Test
    void circumstancesAndWhatIsGivenBesideAreUnderstoodOrRefused() throws IOException {
        write("train.yaml", GOOD);
        write("environment.yaml", "type: Microsoft.App/managedEnvironments\nproperties: {}\n");
        assertThat(
                        check(
                                        "train.yaml",
                                        "--beside",
                                        "environment.yaml",
                                        "--duration",
                                        "4h30m",
                                        "--upload",
                                        "5MB/s",
                                        "--cut-after",
                                        "60s")
                                .err())
                .isEmpty();
        assertThat(check("train.yaml", "--duration", "soon").err())
                .contains("--duration: 'soon' is not understood");
        assertThat(check("train.yaml", "--beside", "none.json").err())
                .contains("--beside none.json is not understood", "there is no such file");
        assertThat(check("train.yaml", "--beside", "none.json").code()).isEqualTo(ExitCode.USAGE);
    }
}
