package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TeacherFileTest {
    @TempDir Path folder;

    private final DecisionRow first = Fixtures.choice(1, "s", 0, "a", "b");
    private final DecisionRow third = Fixtures.choice(4, "t", 0, "a", "b", "c");
    private final ReadRows training =
            new ReadRows(
                    DataFormat.DECISION,
                    Numbering.LINE,
                    List.of(first, third),
                    List.of(new BadRow(2, "wrong")),
                    Map.of(),
                    ToolRows.NONE,
                    true);

    private TeacherFile read(String text) throws IOException {
        return TeacherFile.read(Files.writeString(folder.resolve("teacher.jsonl"), text), training);
    }

    @Test
    void readsDistributionsAndNormalisesThem() throws IOException {
        TeacherFile teacher =
                read("{\"i\":2,\"probs\":[0.2,0.3,0.5004]}\n\n{\"i\":0,\"probs\":[1,0]}\n");
        assertThat(teacher.size()).isEqualTo(2);
        assertThat(teacher.probabilities(first)).contains(new double[] {1, 0});
        double[] normalised = teacher.probabilities(third).orElseThrow();
        assertThat(normalised[0] + normalised[1] + normalised[2]).isEqualTo(1.0);
        assertThat(teacher.probabilities(Fixtures.choice(3, "u", 0, "a", "b"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"probs\":[1,0]} | `i` must be",
                "{\"i\":3,\"probs\":[1,0]} | has 3 rows",
                "{\"i\":-1,\"probs\":[1,0]} | counted from 0",
                "{\"i\":1,\"probs\":[1,0]} | unusable",
                "{\"i\":0.0,\"probs\":[1,0]} | whole number",
                "{\"i\":0} | `probs` must be a list",
                "{\"i\":0,\"probs\":[1]} | has 1 number, but the row at line 1",
                "{\"i\":0,\"probs\":[0.5,0.4]} | sums to 0.9",
                "{\"i\":0,\"probs\":[1.5,-0.5]} | `probs[0]` must be a probability",
                "{\"i\":0,\"probs\":[\"a\",0]} | not text",
                "{\"i\":0,\"probs\":[1e999,0]} | must be a probability",
                "{\"i\":0 | is not JSON"
            })
    void wrongLinesAreNamed(String line, String reason) {
        assertThatThrownBy(() -> read("{\"i\":2,\"probs\":[1,0,0]}\n" + line))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("line 2: ")
                .hasMessageContaining(reason);
    }

    @Test
    void aRowTwiceIsAnError() {
        assertThatThrownBy(() -> read("{\"i\":0,\"probs\":[1,0]}\n{\"i\":0,\"probs\":[1,0]}"))
                .hasMessageContaining("occurs twice");
    }
}
