package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.DataFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataFileTest {
    private static final String DECISION =
            """
            {"kind":"choice","state":{"b":1,"a":[]},"instructions":" Which? ",\
            "options":[["x",null],["y",{"why":"z"}]],"label":1,"task":"t","weight":0.5,\
            "instruction_variants":["What?"],"id":7}""";

    @TempDir Path folder;

    private ReadRows read(String text) throws IOException {
        return DataFile.read(write(text.getBytes(StandardCharsets.UTF_8)), DataFormat.AUTO);
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("rows.jsonl"), bytes);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void readsADecisionRow() throws IOException {
        ReadRows read = read(DECISION + "\n");
        assertThat(read.bad()).isEmpty();
        assertThat(read.format()).isEqualTo(DataFormat.DECISION);
        assertThat(read.ignoredKeys()).isEqualTo(Map.of("id", 1));
        DecisionRow row = read.decisions().getFirst();
        assertThat(row.state()).isEqualTo("{\n  \"b\": 1,\n  \"a\": []\n}");
        assertThat(row.instructions()).isEqualTo("Which?");
        assertThat(row.options())
                .containsExactly(new Option("x", ""), new Option("y", "{\n  \"why\": \"z\"\n}"));
        assertThat(row.label()).isEqualTo(1);
        assertThat(row.task()).contains("t");
        assertThat(row.weight()).isEqualTo(0.5);
        assertThat(row.phrasings()).containsExactly("Which?", "What?");
    }

    @Test
    void noulWithoutOptionsHasTheDefaultTexts() throws IOException {
        ReadRows read =
                read("{\"kind\":\"noul\",\"state\":\"\",\"instructions\":\"Is it?\",\"label\":0}");
        assertThat(read.decisions().getFirst().options()).isEqualTo(Option.noulDefaults());
    }

    @Test
    void readsTheOtherFormatsVerbatim() throws IOException {
        assertThat(read("{\"prompt\":\" a \",\"completion\":\" b\\n\"}").rows())
                .containsExactly(new PromptCompletionRow(1, " a ", " b\n"));
        assertThat(read("\n  \n{\"text\":\" a \"}\r\n{\"text\":\"b\"}").rows())
                .containsExactly(new TextRow(3, " a "), new TextRow(4, "b"));
    }

    @Test
    void gzipIsToldByItsBytesNotByItsName() throws IOException {
        Path file = write(gzip("{\"text\":\"a\"}\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(DataFile.read(file, DataFormat.AUTO).rows())
                .containsExactly(new TextRow(1, "a"));
        Path plain = Files.writeString(folder.resolve("plain.gz"), "{\"text\":\"a\"}");
        assertThat(DataFile.read(plain, DataFormat.AUTO).rows()).hasSize(1);
    }

    @Test
    void gzipOfSeveralPartsIsReadWhole() throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(gzip("{\"text\":\"a\"}\n{\"te".getBytes(StandardCharsets.UTF_8)));
        parts.write(gzip("xt\":\"b\"}".getBytes(StandardCharsets.UTF_8)));
        assertThat(DataFile.read(write(parts.toByteArray()), DataFormat.AUTO).rows())
                .containsExactly(new TextRow(1, "a"), new TextRow(2, "b"));
    }

    @Test
    void byteOrderMarkIsNoPartOfTheFirstRow() throws IOException {
        assertThat(read("\uFEFF{\"text\":\"a\"}").bad()).isEmpty();
        assertThat(read("{\"text\":\"a\"}\n\uFEFF{\"text\":\"a\"}").bad()).hasSize(1);
    }

    @Test
    void aBadLineDoesNotHideTheNext() throws IOException {
        ReadRows read = read("{\"text\":\"a\"}\n{\"text\":\n{\"text\":\"c\"}\n{\"text\":4}\n");
        assertThat(read.rows()).hasSize(2);
        assertThat(read.bad()).extracting(BadRow::line).containsExactly(2, 4);
    }

    @Test
    void mixedFormatsAreAnErrorPerLine() throws IOException {
        ReadRows read = read("{\"text\":\"a\"}\n{\"prompt\":\"a\",\"completion\":\"b\"}\n");
        assertThat(read.rows()).hasSize(1);
        assertThat(read.bad().getFirst().reason())
                .contains("prompt-completion row", "first row (line 1) is text");
        ReadRows asked = DataFile.read(write("{\"text\":\"a\"}".getBytes()), DataFormat.DECISION);
        assertThat(asked.bad().getFirst().reason()).contains("the format asked for is decision");
    }

    static List<List<String>> badLines() {
        String options = "\"options\":[[\"a\",\"\"],[\"b\",\"\"]]";
        String head = "{\"kind\":\"choice\",\"state\":\"s\",\"instructions\":\"i\",";
        return List.of(
                List.of("[1]", "one JSON object, not a number"),
                List.of("3", "one JSON object, not a number"),
                List.of("null", "one JSON object, not null"),
                List.of("{\"text\":\"a\"} x", "is not JSON at column 14"),
                List.of("{\"text\":\"a\",\"text\":\"b\"}", "key `text` occurs twice"),
                List.of("{\"text\":\"a\",\"b\":{\"c\":1,\"c\":2}}", "key `c` occurs twice"),
                List.of("{\"text\":\"a\"", "it ends too early"),
                List.of("{'text':\"a\"}", "is not JSON"),
                List.of("{\"text\":NaN}", "is not JSON"),
                List.of("{\"text\":\"\\ud800\"}", "half a surrogate pair"),
                List.of("{\"text\":\"\"}", "nothing to learn"),
                List.of("{\"text\":null}", "`text` must be text, not null"),
                List.of("{\"text\":[\"a\"]}", "`text` must be text, not a list"),
                List.of("{\"prompt\":\"a\",\"completion\":\"\"}", "`completion` is empty"),
                List.of("{\"prompt\":[],\"completion\":\"\"}", "both be lists of messages"),
                List.of("{\"messages\":[]}", "holds no message"),
                List.of("{\"conversations\":[]}", "holds no message"),
                List.of("{\"instruction\":\"\",\"output\":\"a\"}", "are both empty"),
                List.of("{\"prompt\":\"\",\"chosen\":\"\"}", "preference"),
                List.of(
                        "{\"prompt\":\"\",\"completion\":\"a\",\"label\":false}",
                        "unpaired preference"),
                List.of("{\"kind\":\"noul\",\"label\":0}", "`state` is missing"),
                List.of("{\"txt\":\"\"}", "keys `txt`"),
                List.of("{}", "keys (none)"),
                List.of(head + options + "}", "`label` is missing"),
                List.of(head + options + ",\"label\":2}", "`label` is 2, but"),
                List.of(head + options + ",\"label\":-1}", "`label` is -1, but"),
                List.of(head + options + ",\"label\":99999999999}", "no option's index"),
                List.of(head + options + ",\"label\":\"c\"}", "not text"),
                List.of(head + options + ",\"label\":\"b\"}", "write its index, 1"),
                List.of(head + options + ",\"label\":0.0}", "a whole number"),
                List.of(head + options + ",\"label\":true}", "not true or false"),
                List.of(head + options + ",\"label\":0,\"weight\":0}", "above 0"),
                List.of(head + options + ",\"label\":0,\"weight\":1e999}", "above 0"),
                List.of(head + options + ",\"label\":0,\"weight\":\"1\"}", "`weight` must be"),
                List.of(head + options + ",\"label\":0,\"task\":3}", "`task` must be text"),
                List.of(
                        head + options + ",\"label\":0,\"instruction_variants\":[null]}",
                        "`instruction_variants[0]`"),
                List.of(head + "\"options\":[],\"label\":0}", "2 to 255 options, not 0"),
                List.of(head + "\"options\":{\"a\":1},\"label\":0}", "list of [name, description]"),
                List.of(head + "\"options\":[[\"a\"],[\"b\",\"\"]],\"label\":0}", "`options[0]`"),
                List.of(
                        head + "\"options\":[[\"a\",\"\"],[\"a\",\"\"]],\"label\":0}",
                        "occurs twice"),
                List.of(
                        head + "\"options\":[[\"a\\nb\",\"\"],[\"a\",\"\"]],\"label\":0}",
                        "line break"),
                List.of(head + "\"options\":[[\"\",\"\"],[\"a\",\"\"]],\"label\":0}", "is empty"),
                List.of(
                        head.replace("choice", "noul") + options + ",\"label\":0}",
                        "option 1 of a noul is named \"false\", not \"a\""),
                List.of(
                        head.replace("choice", "score") + options + ",\"label\":0}",
                        "option 1 of a score is named \"0\""),
                List.of(
                        head.replace("choice", "nul") + options + ",\"label\":0}",
                        "noul, choice or score"),
                List.of(
                        head.replace("\"s\"", "null") + options + ",\"label\":0}",
                        "`state` is null"),
                List.of(
                        head.replace("\"s\"", "[1e999]") + options + ",\"label\":0}",
                        "too large for a double"),
                List.of("{\"text\":" + "[".repeat(70) + "]".repeat(70) + "}", "deeper than 64"),
                List.of("{\"text\":1" + "0".repeat(500) + "}", "more than 400 digits"));
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void badLineHasItsReason(List<String> lineAndReason) throws IOException {
        ReadRows read = read(lineAndReason.get(0));
        assertThat(read.rows()).isEmpty();
        assertThat(read.bad()).hasSize(1);
        assertThat(read.bad().getFirst().line()).isEqualTo(1);
        assertThat(read.bad().getFirst().reason())
                .contains(lineAndReason.get(1))
                .doesNotContain("\n")
                .doesNotContain("Source");
    }

    @Test
    void brokenUtf8NamesTheByteColumn() throws IOException {
        byte[] line = "{\"text\":\"ü?\"}".getBytes(StandardCharsets.UTF_8);
        line[11] = (byte) 0xFF;
        assertThat(DataFile.read(write(line), DataFormat.AUTO).bad().getFirst().reason())
                .contains("is not UTF-8: byte 0xFF at byte column 12");
        byte[] cut = Arrays.copyOf("{\"text\":\"ü".getBytes(StandardCharsets.UTF_8), 10);
        assertThat(DataFile.read(write(cut), DataFormat.AUTO).bad().getFirst().reason())
                .contains("is not UTF-8");
    }

    @Test
    void overlongLineIsBadAndTheNextIsRead() throws IOException {
        ReadLimits limits = new ReadLimits(32, 1 << 20, 8, 200, 100);
        for (int length : new int[] {21, 22, 23, 70_000, 200_000}) {
            String row = "{\"text\":\"" + "a".repeat(length) + "\"}"; // length + 11 bytes
            for (String end : List.of("\n", "\r\n")) {
                Path file = write((row + end + "{\"text\":\"b\"}" + end).getBytes());
                ReadRows read = DataFile.read(file, DataFormat.AUTO, limits);
                assertThat(read.bad()).hasSize(length > 21 ? 1 : 0);
                assertThat(read.rows().getLast()).isEqualTo(new TextRow(2, "b"));
            }
        }
    }

    @Test
    void gzipBombIsRefused() throws IOException {
        byte[] line = ("{\"text\":\"" + "a".repeat(1 << 19) + "\"}\n").getBytes();
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        for (int i = 0; i < 48; i++) {
            rows.write(line);
        }
        Path file = write(gzip(rows.toByteArray()));
        assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("grows by more than a factor of 200");
        ReadLimits small = new ReadLimits(1 << 20, 1 << 22, 8, 10_000, 100);
        assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO, small))
                .hasMessageContaining("larger than 4,194,304 bytes when decompressed");
    }

    @Test
    void damagedGzipIsAnErrorWithTheLine() throws IOException {
        byte[] whole = gzip("{\"text\":\"a\"}\n".repeat(5_000).getBytes());
        Path file = write(Arrays.copyOf(whole, whole.length - 20));
        assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("after line");
        Path stub = write(Arrays.copyOf(whole, 4));
        assertThatThrownBy(() -> DataFile.read(stub, DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("ends too early");
    }

    @Test
    void absentFileAndFolderAreNamed() {
        assertThatThrownBy(() -> DataFile.read(folder.resolve("none"), DataFormat.AUTO))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> DataFile.read(folder, DataFormat.AUTO))
                .hasMessageContaining("it is a folder");
    }

    @Test
    void anotherKindOfFileStopsEarly() throws IOException {
        ReadRows read = read("no json\n".repeat(20_000));
        assertThat(read.bad()).hasSize(10_001);
        assertThat(read.bad().getLast().reason()).contains("reading stopped here");
    }

    @Test
    void emptyFileHasNoRows() throws IOException {
        assertThat(read("").rows()).isEmpty();
        assertThat(read("").format()).isEqualTo(DataFormat.AUTO);
    }

    @Property(tries = 300)
    void anyBytesEndInRowsOrReasons(@ForAll byte[] bytes) throws IOException {
        Path file = Files.createTempFile("rows", ".jsonl");
        try {
            Files.write(file, bytes);
            ReadRows read = DataFile.read(file, DataFormat.AUTO);
            assertThat(read.rows()).isEmpty();
        } catch (DataException e) {
            assertThat(e).hasMessageContaining("rows");
        } finally {
            Files.delete(file);
        }
    }

    @Property
    void oneFlippedByteNeverDoesMoreThanMakeItsLineBad(
            @ForAll @IntRange(min = 0, max = 10_000) int place, @ForAll byte value)
            throws IOException {
        byte[] bytes = (DECISION + "\n" + DECISION).getBytes(StandardCharsets.UTF_8);
        int first = DECISION.getBytes(StandardCharsets.UTF_8).length;
        // the first character tells the kind of file
        bytes[1 + place % (first - 1)] = value;
        Path file = Files.createTempFile("rows", ".jsonl");
        try {
            Files.write(file, bytes);
            ReadRows read = DataFile.read(file, DataFormat.DECISION);
            // the second row is untouched; a line feed in the first makes two lines of it
            assertThat(read.rows()).isNotEmpty();
            assertThat(read.rows().size() + read.bad().size()).isBetween(2, 3);
        } finally {
            Files.delete(file);
        }
    }
}
