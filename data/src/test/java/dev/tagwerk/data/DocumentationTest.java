package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
                    DataCheck.check(file, DataFormat.AUTO, Optional.of(tokenizer), 512, 1);
            assertThat(report.text().replace(file.toString(), "tickets.jsonl"))
                    .isEqualTo(block(docs, "text"));
        }
    }

    private static String block(String docs, String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(docs);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
