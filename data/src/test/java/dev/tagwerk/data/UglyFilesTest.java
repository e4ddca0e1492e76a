package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as the world makes them: every complaint has its place, its reason and what to do. */
@Timeout(300)
class UglyFilesTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'text':'a'}~{'text':'b'} | parted by carriage returns alone | tr '\\r' '\\n'",
                "{'text':'a'} {'text':'b'} | something follows the object | one object per line",
                "{'text':'a'} x | \"x\" is no value | nothing follows an object",
                "{'text':NaN} | NaN is no value | write null, or a number",
                "{'text':True} | True stands there | json.dumps",
                "{`text`:'a'} | a key stands in single quotes | json.dumps",
                "{'text':`a`} | a text stands in single quotes | json.dumps",
                "{'text':'a',} | a comma stands before the end | remove it",
                "{text:'a'} | a key without double quotes | put it in them",
                "{'text' 'a'} | a colon is missing | behind a key",
                "{'text':'say 'hi' now'} | a comma is missing | a double quote inside a text",
                "// {'text':'a'} | a comment stands there | remove it",
                "^{'text':'a'} | a byte order mark stands there | remove it",
                "{'text':'a@'} | the control character U+0000 | write \\u0000",
                "@@@ | the control character U+0000 | remove it",
                "{'text':'a | it ends too early | the file is torn there",
            })
    void whatIsNoJsonIsToldInWordsOfTheTrade(String row, String reason, String remedy)
            throws IOException {
        String ugly =
                row.replace('\'', '"')
                        .replace('`', '\'')
                        .replace('~', '\r')
                        .replace('^', '\uFEFF')
                        .replace('@', '\0');
        // behind a first line: there a byte order mark would be the file's own
        ReadRows read = read("{\"text\":\"ok\"}\r\n\r\n" + ugly + "\n");
        assertThat(read.bad()).hasSize(1);
        assertThat(read.bad().getFirst().line()).isEqualTo(3);
        assertThat(read.bad().getFirst().reason())
                .contains(reason)
                .contains(remedy)
                .doesNotContain("Feature")
                .doesNotContain("jackson");
        assertThat(read.rows()).containsExactly(new TextRow(1, "ok"));
    }

    @Test
    void rowsUnderAKeyAreFound() throws IOException {
        assertThat(read("{\"data\":[{\"text\":\"a\"}],\"n\":1}").bad().getFirst().reason())
                .isEqualTo(
                        "is no row, but holds a list of them under `data`; take it out: jq -c"
                                + " '.data[]' FILE > rows.jsonl");
    }

    @Test
    void shapesThatMixAreNamedLineByLine() throws IOException {
        ReadRows read =
                read(
                        """
                        {"text":"a"}
                        {"instruction":"a","output":"b"}
                        {"chosen":"a","rejected":"b"}
                        [1]
                        """);
        assertThat(read.bad())
                .extracting(BadRow::line, BadRow::reason)
                .satisfiesExactly(
                        bad -> assertThat(bad.toString()).contains("is an alpaca row", "in two"),
                        bad -> assertThat(bad.toString()).contains("preference"),
                        bad -> assertThat(bad.toString()).contains("not a list; write one {…}"));
    }

    @Test
    void csvSaysWhichLine() throws IOException {
        ReadRows ragged = read("instruction,output\na,b,c\nd\n\"e\",f\n\"say \"\"hi\"\"\",g\n");
        assertThat(ragged.rows()).hasSize(2);
        assertThat(ragged.bad()).extracting(BadRow::line).containsExactly(2, 3);
        assertThat(ragged.bad().getFirst().reason()).contains("in double quotes");
        Path latin = folder.resolve("latin.csv");
        Files.write(latin, "instruction,output\nä,ö\n".getBytes(StandardCharsets.ISO_8859_1));
        BadRow bad = DataFile.read(latin, DataFormat.AUTO).bad().getFirst();
        assertThat(bad.line()).isEqualTo(2);
        assertThat(bad.reason()).contains("is not UTF-8").contains("iconv");
    }

    @Test
    void tornFilesSayWhereAndThatTheyAreTorn() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("{\"text\":\"abc\"}\n".repeat(5_000).getBytes(StandardCharsets.UTF_8));
        }
        byte[] whole = bytes.toByteArray();
        Path torn = folder.resolve("torn.jsonl.gz");
        Files.write(torn, Arrays.copyOf(whole, whole.length - 20));
        assertThatThrownBy(() -> DataFile.read(torn, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(torn + ", after line ")
                .hasMessageContaining("ends too early");
        Path parquet = folder.resolve("torn.parquet");
        Files.write(
                parquet,
                Arrays.copyOf(
                        Files.readAllBytes(Path.of("src/test/resources/tables/chats.parquet")),
                        2_000));
        assertThatThrownBy(() -> DataFile.read(parquet, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(parquet.toString())
                .hasMessageContaining("make the file anew")
                .hasMessageNotContaining("tagwerk-link");
    }

    @Test
    void whatIsNamedParquetAndIsNoneIsTold() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of("src/test/resources/tables/chats.parquet"));
        byte[] start = whole.clone();
        System.arraycopy(new byte[] {'X', (byte) 0xC3, 0, 'Y'}, 0, start, 0, 4);
        Path file = Files.write(folder.resolve("start.parquet"), start);
        assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("named like a Parquet file")
                .hasMessageContaining("PAR1")
                .hasMessageNotContaining("UTF-8");
        byte[] end = whole.clone();
        end[end.length - 1] ^= 1;
        Path footer = Files.write(folder.resolve("footer.parquet"), end);
        assertThatThrownBy(() -> DataFile.read(footer, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("make the file anew")
                .hasMessageNotContaining("UTF-8");
        Path text = folder.resolve("text.parquet");
        Files.writeString(text, "{\"text\":\"a\"}\n");
        assertThat(DataFile.read(text, DataFormat.AUTO).rows()).hasSize(1);
    }

    /** A million rows in one list, and one row that never ends: both in bounded memory. */
    @Test
    void largeFilesAreReadToTheirEnd() throws IOException {
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < 1_000_000; i++) {
            list.append(i == 0 ? "" : ",").append("{\"text\":\"").append(i).append("\"}");
        }
        ReadRows million = read(list.append(",7]").toString());
        assertThat(million.rows()).hasSize(1_000_000);
        assertThat(million.bad()).hasSize(1);
        assertThat(million.bad().getFirst().line()).isEqualTo(1_000_001);
        ReadRows endless = read("[{\"text\":\"" + "x".repeat(20 << 20));
        assertThat(endless.bad()).hasSize(1);
    }

    @Test
    void turnsThatSayNothingAreNoted() throws IOException {
        String row =
                "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
                        + "{\"role\":\"assistant\",\"content\":\"%s\"%s}]}\n";
        Path file =
                Files.writeString(
                        folder.resolve("rows"),
                        row.formatted("b", "") + row.formatted(" ", "") + row.formatted("", ""));
        CheckReport report =
                DataCheck.check(
                        file,
                        DataFormat.AUTO,
                        Columns.none(),
                        Optional.empty(),
                        Optional.empty(),
                        64,
                        0);
        assertThat(report.emptyAnswers()).isEqualTo(List.of(2, 3));
        assertThat(report.text())
                .contains("Note: in 2 rows (lines 2, 3) a turn of the assistant says nothing");
        assertThat(report.usable()).isTrue();
    }

    private ReadRows read(String text) throws IOException {
        return DataFile.read(Files.writeString(folder.resolve("rows"), text), DataFormat.AUTO);
    }
}
