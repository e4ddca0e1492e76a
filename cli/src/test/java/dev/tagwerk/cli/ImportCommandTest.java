package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ImportCommandTest {
    private static final Path FIXTURES =
            Path.of("../spec/src/test/fixtures/foreign").toAbsolutePath().normalize();
    private static final Path TINY = Path.of("../examples/tiny-base").toAbsolutePath().normalize();
    @TempDir private Path folder;

    private Path config(String text) throws IOException {
        return Files.writeString(folder.resolve("config.yml"), text);
    }

    @Test
    void theWrittenJobPassesCheck() throws IOException {
        String text = Files.readString(FIXTURES.resolve("axolotl-lora.yml"));
        config(text.replace("./tiny", TINY.toString()));
        Files.createDirectories(folder.resolve("data"));
        Files.copy(FIXTURES.resolve("data/alpaca.jsonl"), folder.resolve("data/alpaca.jsonl"));
        Terminal imported = new Terminal(folder).run("import", "config.yml");
        assertThat(imported.err()).contains("did not carry over:", "line 10: datasets:");
        assertThat(imported.code()).isZero();
        assertThat(imported.out()).contains("Wrote job.yaml from a configuration of axolotl.");
        Terminal checked = new Terminal(folder).run("check", folder.resolve("job.yaml").toString());
        assertThat(checked.out()).contains("is valid");
        assertThat(checked.code()).isZero();
    }

    @Test
    void aMappedColumnPassesCheck() throws IOException {
        String text = Files.readString(FIXTURES.resolve("axolotl-full.yml"));
        config(text.replace("some-org/Some-Model-1B", TINY.toString()).replace("1_024", "256"));
        Files.writeString(folder.resolve("notes.jsonl"), "{\"body\": \"a note\"}\n");
        assertThat(new Terminal(folder).run("import", "config.yml").code()).isZero();
        Terminal checked = new Terminal(folder).run("check", folder.resolve("job.yaml").toString());
        assertThat(checked.out()).contains("is valid").contains("1 rows looked at");
    }

    @Test
    void standardInputIsReadAsAFileIs() {
        Terminal terminal = new Terminal(folder);
        Shell shell = terminal.shell();
        String compose = "services: {train: {image: r.io/lora:1, command: [train]}}\n";
        ImportCommand command =
                new ImportCommand(
                        shell, new ByteArrayInputStream(compose.getBytes(StandardCharsets.UTF_8)));
        int code = new CommandLine(command).execute("-");
        shell.flush();
        assertThat(code).isZero();
        assertThat(folder.resolve("job.yaml")).content().contains("image: r.io/lora:1");
        assertThat(
                        new CommandLine(
                                        new ImportCommand(
                                                shell,
                                                new ByteArrayInputStream(
                                                        "a: [".getBytes(StandardCharsets.UTF_8))))
                                .setExecutionExceptionHandler(
                                        (fault, line, parsed) -> {
                                            assertThat(fault)
                                                    .hasMessageContaining("standard input");
                                            return ExitCode.USAGE;
                                        })
                                .execute("-", "-o", "other.yaml"))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        config("base_model: a/b\nadapter: lora\nlora_r: 8\ndatasets: [{path: r.jsonl}]\n");
        Files.writeString(folder.resolve("job.yaml"), "mine\n");
        Terminal terminal = new Terminal(folder).run("import", "config.yml");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("job.yaml exists already").contains("-o other.yaml");
        assertThat(folder.resolve("job.yaml")).hasContent("mine");
    }

    @Test
    void aDashPrintsTheJob() throws IOException {
        config("base_model: a/b\nadapter: lora\nlora_r: 8\ndatasets: [{path: r.jsonl}]\n");
        Terminal terminal = new Terminal(folder).run("import", "config.yml", "-o", "-");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("kind: training", "rank: 8");
        assertThat(folder.resolve("job.yaml")).doesNotExist();
    }

    @Test
    void jsonHasEveryNoteWithItsLine() throws IOException {
        config(
                "base_model: a/b\nadapter: lora\nlora_r: 8\ndeepspeed: z\ndatasets: [{path: r.jsonl}]\n");
        Terminal terminal = new Terminal(folder).run("import", "config.yml", "--json");
        JsonNode node = new ObjectMapper().readTree(terminal.out());
        assertThat(node.path("tool").asText()).isEqualTo("axolotl");
        assertThat(node.path("notes").get(0).path("key").asText()).isEqualTo("deepspeed");
        assertThat(node.path("notes").get(0).path("line").asInt()).isEqualTo(4);
        assertThat(node.path("notes").get(0).path("kind").asText()).isEqualTo("lost");
        assertThat(folder.resolve("job.yaml")).exists();
    }

    @Test
    void whatCannotBeImportedSaysWhy() throws IOException {
        config("model_name_or_path: a/b\nstage: dpo\ndataset: pairs\n");
        Terminal terminal = new Terminal(folder).run("import", "config.yml");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("`stage: dpo` is not in this version", "LLaMA-Factory");
        config("learning_rate: 1\n");
        assertThat(new Terminal(folder).run("import", "config.yml").err()).contains("--from");
        assertThat(new Terminal(folder).run("import", "config.yml", "--from", "x").err())
                .contains("there is no tool 'x'");
        assertThat(new Terminal(folder).run("import", "none.yml").err()).contains("none.yml");
        assertThat(folder.resolve("job.yaml")).doesNotExist();
    }

    @Test
    void whatAPlatformIsAskedToRunBecomesAContainerJobThatPassesCheck() throws IOException {
        Files.writeString(
                folder.resolve("run.sh"),
                "docker run --gpus 1 -e HF_TOKEN=abcdefghijkl -v ./rows:/data:ro -p 80:80"
                        + " ghcr.io/org/train:1.2 python train.py\n");
        Terminal imported = new Terminal(folder).run("import", "run.sh");
        assertThat(imported.code()).isZero();
        assertThat(imported.out()).contains("Wrote job.yaml from a shell script or command line.");
        assertThat(imported.err())
                .contains(
                        "did not carry over:", "line 1: -p:", "line 1: -e: its value is a secret");
        assertThat(Files.readString(folder.resolve("job.yaml")))
                .contains("secrets: [HF_TOKEN]", "source: ./rows")
                .doesNotContain("abcdefghijkl");
        Terminal checked = new Terminal(folder).run("check", folder.resolve("job.yaml").toString());
        assertThat(checked.out()).contains("job.yaml is valid.");
        assertThat(checked.code()).isZero();
        assertThat(new Terminal(folder).run("import", "job.yaml", "-o", "-").err())
                .contains("job.yaml is a job already.");
    }

    @Test
    void ofSeveralThingsOneIsPicked() throws IOException {
        Files.writeString(
                folder.resolve("compose.yaml"),
                "services:\n  train: {image: org/train}\n  db: {image: postgres}\n");
        Terminal terminal = new Terminal(folder).run("import", "compose.yaml");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("it starts 2 things", "--pick takes one of train, db");
        Terminal picked =
                new Terminal(folder).run("import", "compose.yaml", "--service", "db", "-o", "-");
        assertThat(picked.code()).isZero();
        assertThat(picked.out()).contains("image: postgres");
    }
}
