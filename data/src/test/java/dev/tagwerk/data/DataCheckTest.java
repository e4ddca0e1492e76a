package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCheckTest {
    @TempDir Path folder;

    private static String noul(String state, int label) {
        return "{\"kind\":\"noul\",\"state\":\"%s\",\"instructions\":\"Is it?\",\"label\":%d}\n"
                .formatted(state, label);
    }

    private CheckReport check(String text, int maxLength) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.jsonl"), text);
        try (ModelTokenizer tokenizer = Fixtures.tokenizer("qwen")) {
            return DataCheck.check(
                    file,
                    DataFormat.AUTO,
                    Columns.none(),
                    Optional.of(tokenizer),
                    Optional.empty(),
                    maxLength,
                    2);
        }
    }

    @Test
    void decisionsAreCountedBalancedAndShown() throws IOException {
        String rows =
                noul("one", 1)
                        + noul("two", 0)
                        + noul("one", 1)
                        + noul("one", 0)
                        + noul("long ".repeat(200), 1)
                        + "{\n";
        CheckReport report = check(rows, 200);
        assertThat(report.rows()).isEqualTo(5);
        assertThat(report.kept()).isEqualTo(4);
        assertThat(report.dropped()).extracting(CheckReport.LongRow::line).containsExactly(5);
        assertThat(report.duplicates().getFirst().lines()).containsExactly(1, 3);
        assertThat(report.duplicateRows()).isEqualTo(1);
        assertThat(report.conflicts().getFirst().lines()).containsExactly(1, 4);
        assertThat(report.conflicts().getFirst().answers()).containsExactly("true", "false");
        assertThat(report.labels())
                .containsExactly(
                        new CheckReport.LabelCount(QuestionKind.NOUL, "false", 2),
                        new CheckReport.LabelCount(QuestionKind.NOUL, "true", 3));
        assertThat(report.bad()).extracting(BadRow::line).containsExactly(6);
        assertThat(report.usable()).isFalse();
        assertThat(report.text())
                .contains("5 rows, format decision")
                .contains("Dropped: 1 row longer than max_length 200 (line 5: ")
                .contains("⟦2. true — the statement holds for this state⟧")
                .contains("lines 1, 3")
                .contains("line 1 says \"true\", line 4 says \"false\"")
                .contains("line 6: is the beginning of an object")
                .contains("Not usable yet: mend or remove the 1 bad line above.");
        assertThat(report.text(true, false)).contains("\u001b[1;32m2. true").doesNotContain("⟦");
    }

    @Test
    void learntTokensOfACompletionAreMarkedWithItsEndToken() throws IOException {
        CheckReport report = check("{\"prompt\":\"Roll again?\",\"completion\":\" yes\"}\n", 64);
        assertThat(report.text())
                .contains("Roll again?⟦ yes<|endoftext|>⟧")
                .contains("Usable: 1 row to train on.");
        assertThat(report.usable()).isTrue();
    }

    @Test
    void rowWithNothingToLearnIsBad() throws IOException {
        CheckReport report =
                check(
                        "{\"prompt\":\"a\",\"completion\":\"b\"}\n{\"prompt\":\""
                                + "dice ".repeat(40)
                                + "\",\"completion\":\"b\"}\n",
                        16);
        assertThat(report.bad().getFirst().line()).isEqualTo(2);
        assertThat(report.bad().getFirst().reason()).contains("raise recipe.max_length to");
    }

    @Test
    void withoutATokenizerItCountsCharactersAndSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.jsonl"), "{\"text\":\"äb🎲\"}\n");
        CheckReport report =
                DataCheck.check(
                        file,
                        DataFormat.AUTO,
                        Columns.none(),
                        Optional.empty(),
                        Optional.empty(),
                        512,
                        3);
        assertThat(report.unit()).isEqualTo("characters");
        assertThat(report.lengths().max()).isEqualTo(3);
        assertThat(report.text())
                .contains("Length in characters", "there is no tokenizer", "⟦äb🎲⟧");
    }

    @Test
    void promptsContradictNobodyWhenThereIsNone() throws IOException {
        CheckReport report =
                check(
                        "{\"prompt\":\"\",\"completion\":\"a\"}\n"
                                + "{\"prompt\":\"\",\"completion\":\"b\"}\n",
                        64);
        assertThat(report.conflicts()).isEmpty();
        assertThat(report.duplicates()).isEmpty();
    }

    @Test
    void emptyFileIsNotUsable() throws IOException {
        CheckReport report = check("", 64);
        assertThat(report.usable()).isFalse();
        assertThat(report.text()).contains("the file holds no row");
    }

    @Test
    void terminalIsNotRewrittenByARow() throws IOException {
        String hostile =
                "{\"text\":\"a\\u001b[2Jb\\u202ec\"}\n{\"\\u001b[1m\":1}\n{\"kind\":\"\\u001b\","
                        + "\"state\":\"\",\"label\":1}";
        CheckReport report = check(hostile, 64);
        assertThat(report.text()).doesNotContain("\u001b").doesNotContain("\u202e");
        assertThat(report.text()).contains("\\u001b[2J");
    }

    @Test
    void jsonHasTheSameFactsInSnakeCase() throws IOException {
        JsonNode json = new ObjectMapper().readTree(check(noul("a", 1) + "x\n", 200).json());
        assertThat(json.get("format").asText()).isEqualTo("decision");
        assertThat(json.at("/lengths/p95").asInt()).isPositive();
        assertThat(json.at("/bad/0/line").asInt()).isEqualTo(2);
        assertThat(json.at("/labels/0/kind").asText()).isEqualTo("noul");
        assertThat(json.at("/examples/0/pieces/1/learnt").asBoolean()).isTrue();
        assertThat(json.get("learnt_tokens").asInt()).isEqualTo(1);
        assertThat(json.get("usable").asBoolean()).isFalse();
    }

    @Test
    void lengthsAreByNearestRank() {
        int[] lengths = new int[100];
        for (int i = 0; i < 100; i++) {
            lengths[i] = 100 - i;
        }
        assertThat(Lengths.of(lengths)).isEqualTo(new Lengths(100, 1, 50, 95, 100, 5050));
        assertThat(Lengths.of(new int[] {7})).isEqualTo(new Lengths(1, 7, 7, 7, 7, 7));
    }
}
