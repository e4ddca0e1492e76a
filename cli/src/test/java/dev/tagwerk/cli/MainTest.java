package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
    @TempDir Path folder;

    @Test
    void helpNamesEveryCommand() {
        Terminal terminal = new Terminal(folder).run("--help");
        assertThat(terminal.code()).isZero();
        for (Subcommand command : Subcommands.ALL) {
            assertThat(terminal.out()).contains("  " + command.name() + " ");
        }
        assertThat(new Terminal(folder).run().out()).isEqualTo(terminal.out());
    }

    static java.util.List<String> commands() {
        return Subcommands.ALL.stream().map(Subcommand::name).toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithAnExample(String command) {
        Terminal terminal = new Terminal(folder).run(command, "--help");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).startsWith("Usage: tagwerk " + command);
        assertThat(terminal.out()).containsPattern("Examples?:\\R  tagwerk " + command);
        assertThat(terminal.err()).isEmpty();
        assertThat(new Terminal(folder).run("help", command).out()).isEqualTo(terminal.out());
    }

    @Test
    void aMistypedCommandIsGuessed() {
        Terminal terminal = new Terminal(folder).run("shcema");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .contains("error: there is no command `shcema`.")
                .contains("did you mean `schema`?")
                .contains("next:");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aMistypedOptionIsGuessed() {
        Terminal terminal = new Terminal(folder).run("version", "--jsno");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("--jsno").contains("tagwerk version --help");
    }

    @Test
    void schemaIsJson() throws Exception {
        Terminal terminal = new Terminal(folder).run("schema");
        assertThat(terminal.code()).isZero();
        JsonNode schema = new ObjectMapper().readTree(terminal.out());
        assertThat(schema.path("$schema").asText())
                .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }

    @Test
    void versionTellsWhichKernelsWereChosen() throws Exception {
        Terminal terminal =
                new Terminal(folder).with("OPENBLAS_CORETYPE", "SkylakeX").run("version", "--json");
        JsonNode version = new ObjectMapper().readTree(terminal.out());
        assertThat(version.path("openblas_kernels").asText()).isEqualTo("SkylakeX");
        assertThat(version.path("tagwerk").asText()).isNotEmpty().doesNotContain("$");
        assertThat(version.path("libtorch").asText()).isNotEmpty().doesNotContain("$");
    }

    @Test
    void errorsAreColouredOnlyOnATerminalThatWantsIt() {
        assertThat(new Terminal(folder).run("x").err()).doesNotContain("\033");
        Terminal coloured =
                new Terminal(folder).with("TAGWERK_TERMINAL_ERR", "1").with("TERM", "xterm");
        assertThat(coloured.run("x").err()).contains("\033[31merror:");
        assertThat(coloured.with("NO_COLOR", "1").run("x").err().substring(1))
                .doesNotContain("no command `x`\033");
    }

    @Test
    void aFileThatIsMissingIsAnErrorWithItsName() {
        Terminal terminal = new Terminal(folder).run("data", "check", "nope.jsonl");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("there is no file nope.jsonl");
    }

    @Test
    void noRunsIsNoError() {
        Terminal terminal = new Terminal(folder).run("runs");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err()).contains("No runs");
        assertThat(new Terminal(folder).run("runs", "list", "--json").out().strip())
                .isEqualTo("[ ]");
        assertThat(Files.exists(folder.resolve(".tagwerk"))).isFalse();
    }

    @Test
    void anInvalidJobStartsNothing() throws Exception {
        Path job = folder.resolve("job.yaml");
        Files.writeString(job, "kind: training\nname: x\nrecipe:\n  lora_r: 8\n");
        Terminal terminal = new Terminal(folder).run("run", job.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("lora_r").contains("nothing was started");
        assertThat(Files.exists(folder.resolve(".tagwerk"))).isFalse();
    }

    @Test
    void checkPrintsEveryProblemWithItsPlace() throws Exception {
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job,
                """
                kind: training
                name: x
                model: ./no-model
                task: decision
                data:
                  train: ./no-rows.jsonl
                """);
        Terminal terminal = new Terminal(folder).run("check", job.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.out())
                .contains("job.yaml:3:1: model:")
                .contains("job.yaml:6:3: data.train: there is no file");
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                new Terminal(folder).run("check", job.toString(), "--json").out());
        assertThat(json.path("valid").asBoolean()).isFalse();
        assertThat(json.path("problems")).hasSize(2);
    }
}
