package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    private static final Path TINY = Path.of("../examples/tiny-base").toAbsolutePath().normalize();

    @TempDir Path folder;

    private Terminal init(String row, String... more) throws Exception {
        Files.writeString(folder.resolve("my rows.jsonl"), row + "\n" + row + "\n");
        String[] arguments = new String[more.length + 2];
        arguments[0] = "init";
        arguments[1] = "my rows.jsonl";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return new Terminal(folder).run(arguments);
    }

    @Test
    void writesADecisionJobForDecisionRows() throws Exception {
        Terminal terminal =
                init(
                        "{\"kind\":\"noul\",\"state\":\"s\",\"instructions\":\"i\",\"options\":[[\"false\",\"\"],[\"true\",\"\"]],\"label\":1}");
        assertThat(terminal.err()).doesNotContain("error:");
        assertThat(terminal.code()).isZero();
        assertThat(Files.readString(folder.resolve("job.yaml")))
                .contains(
                        "task: decision",
                        "name: my-rows",
                        "train: \"my rows.jsonl\"",
                        "format: decision");
        assertThat(folder.resolve("tagwerk.yaml")).exists();
    }

    @Test
    void writesATextJobForPromptsWithCompletions() throws Exception {
        Terminal terminal =
                init("{\"prompt\":\"a\",\"completion\":\"b\"}", "--model", "org/name@main");
        assertThat(terminal.code()).isZero();
        assertThat(Files.readString(folder.resolve("job.yaml")))
                .contains("task: causal-lm", "model: org/name@main", "format: prompt-completion");
    }

    @Test
    void namesATemplateForConversationsWhereTheModelHasNone() throws Exception {
        String row =
                "{'messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'}]}"
                        .replace('\'', '"');
        Terminal terminal = init(row, "--model", TINY.toString());
        assertThat(terminal.code()).isZero();
        assertThat(Files.readString(folder.resolve("job.yaml")))
                .contains("format: messages", "chat_template: chatml", "the longest row has");
        assertThat(terminal.err()).contains("--chat-template chatml");
        Terminal check = new Terminal(folder).run("check", folder.resolve("job.yaml").toString());
        assertThat(check.code()).as(check.err() + check.out()).isZero();
        assertThat(check.out()).contains("nothing tells where a turn ends");
    }

    @Test
    void countsTheRowsThatCannotBeLearntFrom() throws Exception {
        Terminal terminal = init("{\"text\":\"a\"}\n{\"text\":", "--model", "org/name@main");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err())
                .contains(
                        "note:  'my rows.jsonl': 2 of the 4 rows cannot be learnt from", "line 2");
    }

    @Test
    void neverOverwrites() throws Exception {
        Files.writeString(folder.resolve("job.yaml"), "mine");
        Terminal terminal = init("{\"text\":\"a\"}");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("job.yaml exists already", "--out");
        assertThat(folder.resolve("job.yaml")).hasContent("mine");
    }

    @Test
    void refusesRowsThatNothingCanBeLearntFrom() throws Exception {
        Terminal terminal = init("{\"a\":1}");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(folder.resolve("job.yaml")).doesNotExist();
    }
}
