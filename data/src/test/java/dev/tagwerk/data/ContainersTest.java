package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds of file that rows lie in, told by content. */
class ContainersTest {
    @TempDir Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static ReadRows read(Path file) {
        return DataFile.read(file, DataFormat.AUTO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"text\":\"a\"},{\"text\":\"b]\\\"}\"}]",
                " \n[\n  {\n    \"text\": \"a\"\n  } ,\r\n {\"text\":\"b]\\\"}\"}\n]\n\n",
                "\uFEFF[{\"text\":\"a\"},{\"text\":\"b]\\\"}\"}]"
            })
    void aListHasItsElementsAsRows(String text) throws IOException {
        ReadRows read = read(write("rows.jsonl", text));
        assertThat(read.bad()).isEmpty();
        assertThat(read.numbering()).isEqualTo(Numbering.ROW);
        assertThat(read.rows()).containsExactly(new TextRow(1, "a"), new TextRow(2, "b]\"}"));
        Path zipped =
                Files.write(folder.resolve("zipped"), gzip(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(read(zipped).rows()).isEqualTo(read.rows());
    }

    @Test
    void aBrokenElementDoesNotHideTheNext() throws IOException {
        ReadRows read =
                read(
                        write(
                                "rows",
                                "[{\"text\":\"a\"}, {\"text\":x}, 3, , {\"text\":\"b\"}, {\"text\""
                                        + ":\"c\"} {\"text\":\"d\"}, ]"));
        assertThat(read.rows()).extracting(Row::line).containsExactly(1, 5);
        assertThat(read.bad()).extracting(BadRow::line).containsExactly(2, 3, 4, 6, 7);
        assertThat(read.bad().get(2).reason()).contains("two commas");
        assertThat(read.bad().get(4).reason()).contains("remove the comma");
    }

    @Test
    void aTornOrFollowedListSaysSo() throws IOException {
        ReadRows torn = read(write("rows", "[{\"text\":\"a\"},{\"text\":\"b"));
        assertThat(torn.rows()).hasSize(1);
        assertThat(torn.bad().getFirst().reason()).contains("torn in this row");
        ReadRows followed = read(write("rows", "[{\"text\":\"a\"}]\n[{\"text\":\"b\"}]"));
        assertThat(followed.rows()).hasSize(1);
        assertThat(followed.bad().getFirst().reason()).contains("follows the end of the list");
        assertThat(read(write("rows", "[ ]")).bad()).isEmpty();
    }

    @Test
    void anElementIsHeldNoLongerThanAllowed() throws IOException {
        ReadLimits limits = new ReadLimits(64, 1 << 20, 8, 200, 100);
        Path file = write("rows", "[{\"text\":\"" + "a".repeat(100_000) + "\"},{\"text\":\"b\"}]");
        ReadRows read = DataFile.read(file, DataFormat.AUTO, limits);
        assertThat(read.bad().getFirst().reason()).contains("longer than 64 bytes");
        assertThat(read.rows()).containsExactly(new TextRow(2, "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE"})
    void utf16IsNamedWithTheCommandThatMendsIt(String charset) throws IOException {
        Path file =
                Files.write(
                        folder.resolve("rows.jsonl"),
                        "{\"text\":\"a\"}\n".getBytes(Charset.forName(charset)));
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is UTF-16")
                .hasMessageContaining("iconv -f UTF-16");
    }

    @Test
    void otherKindsOfFileAreNamed() throws IOException {
        assertThatThrownBy(() -> read(write("rows", "ARROW1\0\0")))
                .hasMessageContaining("to_parquet");
        assertThatThrownBy(() -> read(write("rows.xlsx", "PK\u0003\u0004xx")))
                .hasMessageContaining("as CSV");
        Path zstd =
                Files.write(
                        folder.resolve("rows.zst"),
                        new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0});
        assertThatThrownBy(() -> read(zstd)).hasMessageContaining("zstd -d");
        assertThatThrownBy(() -> read(Files.write(zstd, gzip("PAR1".getBytes()))))
                .hasMessageContaining("gunzip");
    }

    @Test
    void anObjectOverSeveralLinesIsExplained() throws IOException {
        ReadRows read = read(write("rows", "{\n  \"text\": \"a\"\n}\n"));
        assertThat(read.bad().getFirst().reason()).contains("jq -c");
    }

    @Test
    void csvIsReadWithItsLines() throws IOException {
        String text =
                "id,prompt,completion\n1,\"a\nb, \"\"x\"\"\",\" foo\"\n2,only\n\n3,x,y,z\n"
                        + "4,ok,\"\"\n5,ok,fine\n6,\"open,abc\n7,d,e\n";
        for (Path file :
                List.of(
                        write("rows.csv", text),
                        write("rows.txt", text),
                        write("crlf.csv", text.replace("\n", "\r\n")),
                        write("tab", text.replace(',', '\t')),
                        write("semicolon", text.replace(',', ';')),
                        write("mark.csv", "\uFEFF" + text),
                        write("odd *[n]ame's?.csv", text),
                        Files.write(folder.resolve("rows.csv.gz"), gzip(text.getBytes())))) {
            ReadRows read = read(file);
            String name = file.getFileName().toString();
            assertThat(read.numbering()).isEqualTo(Numbering.LINE);
            assertThat(read.rows()).as(name).extracting(Row::line).containsExactly(2, 8);
            PromptCompletionRow first = (PromptCompletionRow) read.rows().getFirst();
            assertThat(first.prompt().replace("\r", "").replaceAll("[\t;]", ","))
                    .isEqualTo("a\nb, \"x\"");
            assertThat(first.completion()).isEqualTo(" foo");
            assertThat(read.bad()).as(name).extracting(BadRow::line).containsExactly(4, 6, 7, 9);
            assertThat(read.bad().get(0).reason()).contains("2 cells where the header has 3");
            assertThat(read.bad().get(1).reason()).contains("4 cells where the header has 3");
            assertThat(read.bad().get(2).reason()).contains("`completion` is empty");
            assertThat(read.bad().get(3).reason()).contains("double quote without its end");
            assertThat(read.ignoredKeys()).isEqualTo(Map.of("id", 6));
        }
    }

    @Test
    void csvCellsHoldListsAndNumbersAsJson() throws IOException {
        Path file =
                write(
                        "rows.csv",
                        "kind,state,instructions,options,label,weight\n"
                                + "choice,s,i,\"[[\"\"a\"\",\"\"\"\"],[\"\"b\"\",\"\"\"\"]]\",1,\n"
                                + "choice,s,i,\"[['a',''],['b','']]\",1,2\n"
                                + "noul,s,i,,one,\n");
        ReadRows read = read(file);
        assertThat(read.decisions().getFirst().label()).isEqualTo(1);
        assertThat(read.decisions().getFirst().weight()).isEqualTo(1);
        assertThat(read.bad().get(0).reason())
                .contains("`options` is not JSON")
                .contains("json.dumps");
        assertThat(read.bad().get(1).reason()).contains("`label` is no number: \"one\"");
    }

    @Test
    void csvProblemsOfTheWholeFileAreNamed() throws IOException {
        assertThatThrownBy(() -> read(write("a.csv", "question,answer\nx,y\n")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("`question`, `answer`")
                .hasMessageContaining("columns: {prompt: question, response: answer}}");
        assertThatThrownBy(() -> read(write("a.csv", "text,Text\nx,y\n")))
                .hasMessageContaining("two columns called \"Text\"");
        assertThat(read(write("a.csv", " \n")).rows()).isEmpty();
        assertThatThrownBy(() -> read(write("a.csv", "a,".repeat(20_000) + "text\n")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("10,000 columns or more");
        assertThatThrownBy(() -> read(write("a.csv", "text,b\n" + "1,2,3\n".repeat(10_001))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("more than 10,000 broken records");
        Path latin =
                Files.write(
                        folder.resolve("l.csv"),
                        "text\nok\nM\u00fcller\nend\n".getBytes(StandardCharsets.ISO_8859_1));
        ReadRows read = read(latin);
        assertThat(read.rows()).extracting(Row::line).containsExactly(2, 4);
        assertThat(read.bad().getFirst().line()).isEqualTo(3);
        assertThat(read.bad().getFirst().reason()).containsIgnoringCase("utf-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text\na\n\nb\n\n\nc",
                "text\r\na\r\n\r\nb\r\n\r\n\r\nc\r\n\r\n\r\n",
                "\n\ntext\n\na\n\"b\"\nc\n\n"
            })
    void blankLinesOfOneColumnAreNoRows(String text) throws IOException {
        ReadRows read = read(write("one.csv", text));
        assertThat(read.bad()).isEmpty();
        assertThat(read.rows())
                .extracting(row -> ((TextRow) row).text())
                .containsExactly("a", "b", "c");
        int last = text.replace("\r\n", "\n").indexOf('c');
        long line = text.replace("\r\n", "\n").substring(0, last).lines().count() + 1;
        assertThat(read.rows().getLast().line()).isEqualTo((int) line);
    }

    @Test
    void partsOfAGzippedCsvAreAllRead() throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(gzip("text\na\n".getBytes()));
        parts.write(gzip("b\nc\n".getBytes()));
        Path file = Files.write(folder.resolve("parts.csv.gz"), parts.toByteArray());
        assertThat(read(file).rows()).hasSize(3);
    }

    @Test
    void columnsAreMapped() throws IOException {
        Path file = write("qa.csv", ",question,answer,note\n0,a,b,n\n1,c,d,\n");
        Columns columns = new Columns(Map.of(Column.PROMPT, "question", Column.RESPONSE, "answer"));
        ReadRows read = DataFile.read(file, DataFormat.AUTO, columns);
        assertThat(read.format()).isEqualTo(DataFormat.ALPACA);
        assertThat(((AlpacaRow) read.rows().get(1)).question()).isEqualTo("c");
        assertThat(read.ignoredKeys()).isEqualTo(Map.of("unnamed_1", 2, "note", 2));
        assertThat(DataFile.read(file, DataFormat.PROMPT_COMPLETION, columns).rows())
                .containsExactly(
                        new PromptCompletionRow(2, "a", "b"), new PromptCompletionRow(3, "c", "d"));
        Columns wrong = new Columns(Map.of(Column.PROMPT, "qestion", Column.RESPONSE, "answer"));
        assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO, wrong))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no column \"qestion\", which columns: prompt names")
                .hasMessageContaining("did you mean \"question\"?");
    }

    @Test
    void keysOfJsonAreMapped() throws IOException {
        Path file =
                write(
                        "dialog.json",
                        "[{\"dialog\":[{\"who\":\"customer\",\"says\":\"a\"},{\"who\":\"agent\","
                                + "\"says\":\"b\"}],\"sys\":\"s\",\"messages\":1},{\"dialgo\":[]}]");
        Columns columns =
                new Columns(
                        Map.of(
                                Column.MESSAGES, "dialog",
                                Column.SYSTEM, "sys",
                                Column.ROLE, "who",
                                Column.CONTENT, "says",
                                Column.USER_ROLE, "customer",
                                Column.ASSISTANT_ROLE, "agent"));
        ReadRows read = DataFile.read(file, DataFormat.AUTO, columns);
        assertThat(((ChatRow) read.rows().getFirst()).messages())
                .extracting(message -> message.role() + ":" + message.content())
                .containsExactly("system:s", "user:a", "assistant:b");
        assertThat(read.bad().getFirst().reason())
                .contains("`dialog` is missing, which columns: messages names; did you mean");
        Path none = write("none.jsonl", "{\"a\":\"x\",\"b\":\"y\"}\n");
        Columns optional =
                new Columns(Map.of(Column.PROMPT, "a", Column.RESPONSE, "b", Column.SYSTEM, "sys"));
        assertThatThrownBy(() -> DataFile.read(none, DataFormat.AUTO, optional))
                .hasMessageContaining("no column \"sys\", which columns: system names; it has");
        assertThatThrownBy(() -> DataFile.read(none, DataFormat.TEXT, optional))
                .hasMessageContaining("has no meaning for text rows");
    }

    @Test
    void aTornGzippedCsvIsADataException() throws IOException {
        byte[] whole = gzip("text\nabc def\n".repeat(5_000).getBytes());
        Path file =
                Files.write(folder.resolve("rows.csv.gz"), Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> read(file)).isInstanceOf(DataException.class);
    }
}
