package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.preflight.RuleBook;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandTest {
    @TempDir private Path folder;

    @Test
    void theTableHasEveryRule() {
        Terminal terminal = new Terminal(folder).run("rules");
        assertThat(terminal.code()).isZero();
        RuleBook.rules()
                .forEach(rule -> assertThat(terminal.out()).contains(rule.id(), rule.title()));
        assertThat(terminal.out()).endsWith(RuleBook.rules().size() + " rules\n");
    }

    @Test
    void aRuleIsShownWithItsExamples() throws Exception {
        Terminal terminal = new Terminal(folder).run("rules", "show", "tw-cmd-001");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("TW-CMD-001  error  A command of one empty word")
                .contains("write:\n  command: []")
                .containsPattern("bad, job.yaml:\n(.*\n)*>  14 \\|       command: \\[\"\"\\]\n")
                .contains("good, job.yaml:")
                .doesNotContain("⟦");
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                new Terminal(folder)
                                        .run("rules", "show", "TW-CMD-001", "--json")
                                        .out());
        assertThat(json.path("id").asText()).isEqualTo("TW-CMD-001");
    }

    @Test
    void anUnknownRuleIsGuessed() {
        Terminal terminal = new Terminal(folder).run("rules", "show", "TW-CMD-901");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("there is no rule TW-CMD-901", "did you mean TW-CMD-");
    }

    @Test
    void coverageHasEveryPitfall() throws Exception {
        Terminal terminal = new Terminal(folder).run("rules", "--coverage");
        assertThat(terminal.out())
                .contains("P02  an empty word")
                .contains("TW-CMD-001")
                .containsPattern("\\d+ of 82 pitfalls are caught by rules");
        JsonNode json =
                new ObjectMapper()
                        .readTree(new Terminal(folder).run("rules", "--coverage", "--json").out());
        assertThat(json).hasSize(82);
    }
}
