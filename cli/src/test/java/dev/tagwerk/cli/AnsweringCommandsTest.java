package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What evaluate, calibrate, ask, generate and models say before any model is opened. */
class AnsweringCommandsTest {
    @TempDir Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).with("HOME", folder.toString()).run(arguments);
    }

    @Test
    void helpComesWithAnExample() {
        for (String command : new String[] {"evaluate", "calibrate", "ask", "generate", "models"}) {
            Terminal terminal = run(command, "--help");
            assertThat(terminal.code()).isZero();
            assertThat(terminal.out()).contains("Example", "tagwerk " + command);
        }
    }

    @Test
    void aModelThatIsNowhereIsNamed() {
        Terminal terminal = run("evaluate", "nope", "--data", "rows.jsonl");
        assertThat(terminal.code()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.err()).contains("neither a folder nor a run 'nope'");
        assertThat(run("models", "show", "org/none").err()).contains("not in the local cache");
    }

    @Test
    void evaluateNeedsRows() throws IOException {
        Files.createDirectories(folder.resolve("model"));
        Terminal terminal = run("evaluate", "model");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("--data FILE");
    }

    @Test
    void aBrokenJobFileIsTold() throws IOException {
        Files.writeString(folder.resolve("job.yaml"), "kind: evaluation\nnmae: x\n");
        Terminal terminal = run("evaluate", folder.resolve("job.yaml").toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("job.yaml:2:1", "name");
    }

    @Test
    void askTakesOneQuestion() {
        Terminal two = run("ask", "m", "--choice", "a", "--noul", "b");
        assertThat(two.code()).isEqualTo(ExitCode.USAGE);
        assertThat(two.err()).contains("one question at a time");
        Terminal wrong = run("ask", "m", "--noul", "b", "--option", "maybe=x");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("a statement is true or false");
        Terminal single = run("ask", "m", "--choice", "a", "--option", "only");
        assertThat(single.code()).isEqualTo(ExitCode.USAGE);
        assertThat(single.err()).contains("2 to 255");
    }

    @Test
    void aRequestThatIsNoneIsRefused() {
        Terminal terminal = new Terminal(folder);
        AskCommand command =
                new AskCommand(
                        terminal.shell(),
                        new ByteArrayInputStream("{\"state\":1}".getBytes(StandardCharsets.UTF_8)));
        CommandLine line = new CommandLine(command);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(
                (failure, of, result) -> new Errors(terminal.shell()).report(failure));
        assertThat(line.execute("model")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("`questions` must be an object");
    }

    @Test
    void generateChecksItsNumbers() {
        assertThat(run("generate", "m", "--prompt", "x", "--top-p", "0").err())
                .contains("--top-p must be above 0");
        assertThat(run("generate", "m", "--prompt", "x", "--temperature", "-1").err())
                .contains("--temperature must be");
        assertThat(run("generate", "m", "--prompt", "x", "--system", "s", "--no-chat").err())
                .contains("--system and --raw exclude each other");
        assertThat(run("generate", "m", "--prompt", "x", "--chat", "--raw").err())
                .contains("--chat and --raw exclude each other");
        assertThat(run("generate", "m", "--prompt", "x", "--max-new-tokens", "0").code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void modelsOfTheHubCacheAreListed() throws IOException {
        Path commit =
                folder.resolve(
                        ".cache/huggingface/hub/models--org--name/snapshots/" + "ab".repeat(20));
        Files.createDirectories(commit);
        assertThat(run("models", "list").out()).contains("org/name", "hub cache abababababab");
        assertThat(run("models", "list", "--json").out()).contains("\"name\" : \"org/name\"");
    }
}
