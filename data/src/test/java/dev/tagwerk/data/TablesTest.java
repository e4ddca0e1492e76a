package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as pyarrow and pandas write them; see fixtures/make_parquet.py. */
class TablesTest {
    @TempDir Path folder;

    private static Path table(String name) {
        try {
            return Path.of(TablesTest.class.getResource("/tables/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nestedMessagesOfParquet() {
        ReadRows read = DataFile.read(table("chats.parquet"), DataFormat.AUTO);
        assertThat(read.format()).isEqualTo(DataFormat.MESSAGES);
        assertThat(read.numbering()).isEqualTo(Numbering.ROW);
        ChatRow first = (ChatRow) read.rows().get(0);
        assertThat(first.messages())
                .extracting(message -> message.role() + ":" + message.content())
                .containsExactly(
                        "system:Be short.", "user:Grüße?", "assistant:Hallo 🎲\nund \"Servus\"");
        assertThat(read.rows()).extracting(Row::line).containsExactly(1, 2);
        assertThat(read.bad()).extracting(BadRow::line).containsExactly(3, 4);
        assertThat(read.bad().get(0).reason()).contains("`messages` is missing");
        assertThat(read.bad().get(1).reason()).contains("last message is of role user");
        assertThat(read.ignoredKeys())
                .isEqualTo(
                        Map.of(
                                "messages[].name", 1,
                                "score", 4,
                                "when", 4,
                                "image", 4,
                                "prompt_id", 4));
    }

    @Test
    void alpacaOfParquetWithNulls() {
        ReadRows read = DataFile.read(table("alpaca.parquet"), DataFormat.AUTO);
        assertThat(read.rows())
                .containsExactly(
                        new AlpacaRow(1, "Add.", "1 2", "3", Optional.empty(), List.of()),
                        new AlpacaRow(
                                2,
                                "Name a city.",
                                "",
                                "Linz",
                                Optional.empty(),
                                List.of(new AlpacaRow.Exchange("q", "a"))));
        assertThat(read.bad()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"questions.csv", "questions.parquet"})
    void mappedColumnsOfBothKinds(String name) {
        Columns columns =
                new Columns(Map.of(Column.PROMPT, "question", Column.COMPLETION, "answer"));
        ReadRows read = DataFile.read(table(name), DataFormat.AUTO, columns);
        assertThat(read.rows())
                .extracting(row -> ((PromptCompletionRow) row).prompt())
                .containsExactly("1, 2 or 3?", "She said \"no\";\nwhy?");
        assertThat(read.bad()).hasSize(1);
        Columns dialog = new Columns(Map.of(Column.MESSAGES, "dialog"));
        ReadRows chats = DataFile.read(table(name), DataFormat.AUTO, dialog);
        assertThat(chats.rows()).hasSize(3).allMatch(row -> row instanceof ChatRow);
        Columns wrong = new Columns(Map.of(Column.MESSAGES, "dialogue"));
        assertThatThrownBy(() -> DataFile.read(table(name), DataFormat.AUTO, wrong))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("did you mean \"dialog\"?");
    }

    @Test
    void aTornParquetFileIsADataException() throws IOException {
        byte[] whole = Files.readAllBytes(table("chats.parquet"));
        for (int length : new int[] {4, 8, 12, whole.length / 2, whole.length - 1}) {
            Path file = Files.write(folder.resolve("torn.parquet"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> DataFile.read(file, DataFormat.AUTO))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("make the file anew");
        }
    }

    @Test
    void nothingIsLeftInTheTemporaryFolder() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        DataFile.read(table("chats.parquet"), DataFormat.AUTO);
        DataFile.head(table("questions.csv"), DataFormat.AUTO, dialog(), 1);
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("tagwerk-data-"))
                    .noneMatch(name -> name.startsWith("tagwerk-link-"))
                    .noneMatch(name -> name.startsWith("libduckdb_java"));
        }
    }

    private static Columns dialog() {
        return new Columns(Map.of(Column.MESSAGES, "dialog"));
    }
}
