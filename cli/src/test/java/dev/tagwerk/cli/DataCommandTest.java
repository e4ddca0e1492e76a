package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataCommandTest {
    @TempDir Path folder;

    private Terminal check(String name, String text, String... more) throws Exception {
        Files.writeString(folder.resolve(name), text);
        String[] arguments = Arrays.copyOf(new String[] {"data", "check", name}, 3 + more.length);
        System.arraycopy(more, 0, arguments, 3, more.length);
        return new Terminal(folder).run(arguments);
    }

    @Test
    void badRowsAreListedInTheFilesOrder() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i <= 21; i++) {
            rows.append(
                    i % 10 == 1
                            ? "{\"text\":1}\n"
                            : i < 4 ? "{\"txt\":1}\n" : "{\"text\":\"x\"}\n");
        }
        String told = check("rows.jsonl", rows.toString(), "--format=text").out();
        assertThat(told.lines().map(String::strip).filter(one -> one.matches("line \\d+: .*")))
                .extracting(one -> one.replaceFirst(":.*", ""))
                .containsExactly("line 1", "line 2", "line 3", "line 11", "line 21");
    }

    @Test
    void badRowsOfOneReasonAreGrouped() throws Exception {
        StringBuilder rows = new StringBuilder("{\"text\":\"ok\"}\n{\"text\":1}\n");
        for (int i = 0; i < 300; i++) {
            rows.append("{\"txt\":\"").append(i).append("\",\"n\":").append(i).append("}\n");
        }
        Terminal few = check("rows.jsonl", rows.toString());
        assertThat(few.code()).isEqualTo(ExitCode.USAGE);
        assertThat(few.out())
                .contains("Bad lines: 301")
                .contains("line 2: `text` must be text")
                .contains("line 7: `text` is missing")
                .doesNotContain("line 8: `text` is missing")
                .contains("… and 295 more with the like reason as line 3, the last line 302")
                .contains("--all lists every one");
        Terminal all = check("rows.jsonl", rows.toString(), "--all");
        assertThat(all.out()).contains("line 302: `text` is missing").doesNotContain("--all");
        JsonNode json =
                new ObjectMapper().readTree(check("rows.jsonl", rows.toString(), "--json").out());
        assertThat(json.path("bad")).hasSize(301);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--examples=-3", "--max-length=0", "--max-length=1", "--format=chat"})
    void valuesWithoutMeaningAreUsageErrors(String option) throws Exception {
        Terminal terminal = check("rows.jsonl", "{\"text\":\"a\"}\n", option);
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("error: --" + option.substring(2, option.indexOf('=')));
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void filesThatCannotBeReadExitAsInvalid() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("{\"text\":\"abc\"}\n".repeat(1_000).getBytes());
        }
        byte[] whole = bytes.toByteArray();
        Files.write(folder.resolve("torn.gz"), Arrays.copyOf(whole, whole.length - 30));
        Files.createDirectory(folder.resolve("sub"));
        Files.write(folder.resolve("wide.jsonl"), "{\"text\":\"a\"}".getBytes("UTF-16"));
        for (String name : new String[] {"torn.gz", "sub", "wide.jsonl"}) {
            Terminal terminal = new Terminal(folder).run("data", "check", name);
            assertThat(terminal.code()).as(name).isEqualTo(ExitCode.USAGE);
            assertThat(terminal.err()).startsWith("error: ");
        }
    }

    @Test
    void csvWithMappedColumnsIsChecked() throws Exception {
        Terminal terminal =
                check(
                        "faq.csv",
                        "question,answer\nWhy?,Because\nHow?,Thus\n",
                        "--column",
                        "prompt=question",
                        "--column",
                        "response=answer");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("2 rows, format alpaca")
                .contains("Example, line 2")
                .contains("| Why?")
                .contains("⟦Because⟧");
        Files.writeString(
                folder.resolve("info.json"),
                "{\"faq\":{\"columns\":{\"prompt\":\"question\",\"response\":\"answer\"}}}");
        Terminal listed =
                check("faq.csv", "question,answer\na,b\n", "--dataset-info", "info.json#faq");
        assertThat(listed.out()).contains("1 row, format alpaca");
        assertThat(check("faq.csv", "question\n", "--dataset-info", "info.json").err())
                .contains("names no entry");
        Terminal wrong = check("faq.csv", "question,answer\n", "--column", "respnse=answer");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("did you mean response?");
    }

    @Test
    void dataSetsAreKeptNamedAndTraced() throws Exception {
        Files.writeString(folder.resolve("tagwerk.yaml"), "");
        Files.writeString(folder.resolve("tickets.jsonl"), "{\"text\":\"a\"}\n");
        Files.writeString(folder.resolve("rich.jsonl"), "{\"text\":\"a b\"}\n");
        assertThat(new Terminal(folder).run("data", "list").err()).contains("No data sets");
        Terminal first = new Terminal(folder).run("data", "push", "tickets.jsonl");
        assertThat(first.code()).isZero();
        assertThat(first.out()).matches("dataset:tickets@sha256:[0-9a-f]{64}\\R");
        Terminal again = new Terminal(folder).run("data", "push", "tickets.jsonl");
        assertThat(again.err()).contains("Already kept");
        Terminal rich =
                new Terminal(folder)
                        .run(
                                "data",
                                "push",
                                "rich.jsonl",
                                "--enriched-from",
                                "tickets",
                                "--by",
                                "python enrich.py",
                                "--json");
        JsonNode version = new ObjectMapper().readTree(rich.out());
        assertThat(version.path("fresh").asBoolean()).isTrue();
        Terminal show = new Terminal(folder).run("data", "show", "rich");
        assertThat(show.out())
                .contains("(the bytes are intact)")
                .containsPattern("made from +tickets@sha256:[0-9a-f]{12}, by python enrich.py");
        assertThat(new Terminal(folder).run("data", "show", "tickets").out())
                .containsPattern("became +rich@sha256:");
        assertThat(new Terminal(folder).run("data", "list").out())
                .containsPattern("rich +[0-9a-f]{12} +1 ")
                .containsPattern("tickets +[0-9a-f]{12} +1 ");
        assertThat(new Terminal(folder).run("data", "check", "dataset:rich").out())
                .contains("1 row, format text");
        Terminal none = new Terminal(folder).run("data", "check", "dataset:poor");
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("there are rich, tickets");
    }

    @Test
    void namesOfColumnsArePushedWithTheFile() throws Exception {
        Files.writeString(folder.resolve("tagwerk.yaml"), "");
        Files.writeString(folder.resolve("faq.csv"), "question,answer\nWhy?,Because\n");
        String[] columns = {"--column", "prompt=question", "--column", "response=answer"};
        Terminal pushed =
                new Terminal(folder).run(with(new String[] {"data", "push", "faq.csv"}, columns));
        assertThat(pushed.code()).isZero();
        assertThat(pushed.out()).matches("dataset:faq@sha256:[0-9a-f]{64}\\R");
        assertThat(pushed.err())
                .contains("1 row, format alpaca")
                .contains("columns prompt=question, response=answer");
        assertThat(new Terminal(folder).run("data", "show", "faq").out())
                .containsPattern("columns +prompt=question, response=answer");
        assertThat(new Terminal(folder).run("data", "check", "dataset:faq").out())
                .contains("1 row, format alpaca")
                .contains("⟦Because⟧");
        assertThat(
                        new Terminal(folder)
                                .run("data", "convert", "dataset:faq", "m.jsonl", "--to=messages")
                                .code())
                .isZero();
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job,
                "kind: training\nmodel: ./none\ntask: causal-lm\ndata: {train: dataset:faq}\n");
        assertThat(new Terminal(folder).run("check", job.toString()).out())
                .contains("model:")
                .doesNotContain("data.train");
    }

    @Test
    void theRowsOfAJobArePushedAsTheJobReadsThem() throws Exception {
        Files.writeString(folder.resolve("tagwerk.yaml"), "");
        Files.writeString(folder.resolve("faq.csv"), "question,answer\nWhy?,Because\n");
        Files.writeString(folder.resolve("held.csv"), "question,answer\nHow?,Thus\n");
        Path job = folder.resolve("job.yaml");
        Files.writeString(
                job,
                """
                kind: training
                model: ./none
                task: causal-lm
                data:
                  train: faq.csv
                  validation: held.csv
                  columns: {prompt: question, response: answer}
                """);
        Terminal pushed = new Terminal(folder).run("data", "push", job.toString());
        assertThat(pushed.code()).isZero();
        assertThat(pushed.out())
                .matches("dataset:faq@sha256:[0-9a-f]{64}\\Rdataset:held@sha256:[0-9a-f]{64}\\R");
        assertThat(pushed.err()).contains("data.train:").contains("data.validation:");
        assertThat(new Terminal(folder).run("data", "show", "held").out())
                .containsPattern("columns +prompt=question, response=answer");
        Terminal twice =
                new Terminal(folder)
                        .run("data", "push", job.toString(), "--column", "prompt=question");
        assertThat(twice.code()).isEqualTo(ExitCode.USAGE);
        assertThat(twice.err()).contains("go with a data file, not with a job");
    }

    @Test
    void aJobsDataSetIsFoundAndChecked() throws Exception {
        Files.writeString(folder.resolve("tagwerk.yaml"), "");
        Files.writeString(folder.resolve("rows.jsonl"), "{\"text\":\"a\"}\n");
        String reference = new Terminal(folder).run("data", "push", "rows.jsonl").out().strip();
        String job = "kind: training\nmodel: ./none\ntask: causal-lm\ndata: {train: '%s'}\n";
        Path file = folder.resolve("job.yaml");
        Files.writeString(file, job.formatted(reference));
        assertThat(new Terminal(folder).run("check", file.toString()).out())
                .contains("model:")
                .doesNotContain("data.train");
        Files.writeString(file, job.formatted("dataset:rwos"));
        assertThat(new Terminal(folder).run("check", file.toString()).out())
                .contains("job.yaml:4:8: data.train: no data set \"rwos\"")
                .contains("there are rows");
        Path kept =
                folder.resolve(".tagwerk/data/objects")
                        .resolve(reference.substring(reference.length() - 64).substring(0, 2))
                        .resolve(reference.substring(reference.length() - 64));
        Files.delete(kept);
        Files.writeString(kept, "{\"text\":\"b\"}\n");
        Files.writeString(file, job.formatted("dataset:rows"));
        assertThat(new Terminal(folder).run("check", file.toString()).out())
                .contains("data.train: the kept bytes of rows were changed");
    }

    @Test
    void rowsAreConverted() throws Exception {
        Files.writeString(
                folder.resolve("a.json"),
                "[{\"instruction\":\"Add.\",\"input\":\"1 2\",\"output\":\"3\",\"id\":7}]");
        Terminal parquet =
                new Terminal(folder)
                        .run("data", "convert", "a.json", "b.parquet", "--to", "messages");
        assertThat(parquet.err())
                .contains("Wrote b.parquet: 1 row, from alpaca to messages, as parquet.")
                .contains("Left behind: `id` of 1 row");
        assertThat(parquet.code()).isZero();
        Terminal back =
                new Terminal(folder)
                        .run("data", "convert", "b.parquet", "c", "--to=alpaca", "--as=jsonl");
        assertThat(back.code()).isZero();
        assertThat(Files.readString(folder.resolve("c")))
                .isEqualTo("{\"instruction\":\"Add.\\n1 2\",\"input\":\"\",\"output\":\"3\"}\n");
        Terminal there =
                new Terminal(folder)
                        .run("data", "convert", "b.parquet", "c", "--to=alpaca", "--as=json");
        assertThat(there.code()).isEqualTo(ExitCode.USAGE);
        assertThat(there.err()).contains("c exists already").contains("--force");
        Terminal text =
                new Terminal(folder).run("data", "convert", "b.parquet", "d.csv", "--to", "text");
        assertThat(text.code()).isEqualTo(ExitCode.USAGE);
        assertThat(text.err()).contains("row 1 is a conversation").contains("nothing was written");
        assertThat(folder.resolve("d.csv")).doesNotExist();
        assertThat(new Terminal(folder).run("data", "convert", "a.json", "x", "--to=text").code())
                .isEqualTo(ExitCode.USAGE);
        Terminal auto =
                new Terminal(folder).run("data", "convert", "a.json", "d.csv", "--to", "auto");
        assertThat(auto.code()).isEqualTo(ExitCode.USAGE);
        assertThat(auto.err())
                .contains("--to: there is no shape 'auto'.")
                .contains(
                        "the shapes are messages, prompt-completion, text, alpaca, sharegpt and"
                                + " decision.");
    }

    @Test
    void conversationsBecomeTextWithATemplate() throws Exception {
        Files.writeString(
                folder.resolve("chats.jsonl"),
                """
                {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","weight":0},{"role":"user","content":"c"},{"role":"assistant","content":"d"}],"tools":[]}
                """);
        String[] command = {"data", "convert", "chats.jsonl", "t.jsonl", "--to=text"};
        Terminal none = new Terminal(folder).run(command);
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("line 1 is a conversation", "--model", "--chat-template");
        Terminal named = new Terminal(folder).run(with(command, "--chat-template=chatml"));
        assertThat(named.err())
                .contains("Wrote t.jsonl: 1 row, from messages to text")
                .contains("Conversations are written with built-in template chatml.")
                .contains("no begin token is written")
                .contains("Note: text holds no mask")
                .contains("In 1 row turns of the assistant were marked not to be learnt");
        assertThat(named.code()).isZero();
        assertThat(Files.readString(folder.resolve("t.jsonl")))
                .isEqualTo(
                        "{\"text\":\"<|im_start|>user\\na<|im_end|>\\n<|im_start|>assistant\\nb"
                                + "<|im_end|>\\n<|im_start|>user\\nc<|im_end|>\\n<|im_start|>assistant"
                                + "\\nd<|im_end|>\\n\"}\n");
        Terminal tokens =
                new Terminal(folder).run(with(command, "--chat-template=llama3", "--force"));
        assertThat(tokens.err()).contains("writes bos_token").contains("--model");
        Terminal shape =
                new Terminal(folder)
                        .run(
                                "data",
                                "convert",
                                "chats.jsonl",
                                "s.jsonl",
                                "--to=sharegpt",
                                "--chat-template=chatml");
        assertThat(shape.code()).isEqualTo(ExitCode.USAGE);
        assertThat(shape.err()).contains("--chat-template needs --to text.");
    }

    private static String[] with(String[] command, String... more) {
        String[] whole = Arrays.copyOf(command, command.length + more.length);
        System.arraycopy(more, 0, whole, command.length, more.length);
        return whole;
    }
}
