package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/data.md shows is what the code prints. */
class DocumentationTest {
    @TempDir Path folder;

    @Test
    void exampleOfDataCheckIsWhatItPrints() throws IOException {
        String docs = Files.readString(Path.of("../docs/data.md"));
        Path file = Files.writeString(folder.resolve("tickets.jsonl"), block(docs, "jsonl"));
        try (ModelTokenizer tokenizer = Fixtures.tokenizer("qwen")) {
            CheckReport report =
                    DataCheck.check(
                            file,
                            DataFormat.AUTO,
                            Columns.none(),
                            Optional.of(tokenizer),
                            Optional.empty(),
                            512,
                            1);
            assertThat(report.text().replace(file.toString(), "tickets.jsonl"))
                    .isEqualTo(block(docs, "text"));
        }
    }

    /** Every row of the table of shapes is read, as the shape it stands under. */
    @Test
    void theTableOfShapesHoldsRows() throws IOException {
        Matcher row =
                Pattern.compile("^\\| `([a-z-]+)` \\| `(\\{.*\\})` \\|", Pattern.MULTILINE)
                        .matcher(Files.readString(Path.of("../docs/data.md")));
        Set<String> shown = new HashSet<>();
        while (row.find()) {
            Path file = Files.writeString(folder.resolve("row"), row.group(2));
            ReadRows read = DataFile.read(file, DataFormat.AUTO);
            assertThat(read.bad()).as(row.group()).isEmpty();
            assertThat(read.format().word()).isEqualTo(row.group(1));
            shown.add(row.group(1));
        }
        assertThat(shown).hasSize(DataFormat.values().length - 1);
    }

    private static String block(String docs, String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(docs);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
