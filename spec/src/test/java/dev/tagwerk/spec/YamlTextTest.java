package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are no job, or no YAML at all. */
class YamlTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a comment\n", "---\n", "~", "null\n", "   "})
    void emptyFilesSayHowToStart(String text) {
        assertThat(Samples.told(text))
                .containsExactly("1:1: is empty (start with `kind: training`)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "5", "- a\n- b\n", "[1]", "|\n  text\n"})
    void otherDocumentsAreNoJobs(String text) {
        assertThat(Samples.told(text))
                .singleElement()
                .asString()
                .contains("consists of `key: value` lines");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: training\\nrecipe:\\n\\trank: 3\\n | 3:1: a tab stands where YAML wants spaces",
                "kind: training\\n\\tname: x\\n | a tab stands where YAML wants spaces",
                "kind: training\\nname: \"abc\\n | opened in line 2 is never closed",
                "kind: training\\nname: 'abc\\n | opened in line 2 is never closed",
                "name: a: b\\n | 1:8: a second `:` cannot stand here",
                "kind: training\\n  name: x\\n | 2:7: a second `:` cannot stand here",
                "recipe:\\n    rank: 1\\n  alpha: 2\\n | does not line up",
                "recipe: {rank: 3\\nname: x\\n | opened in line 1 is not closed",
                "kind: training\\nkind\\n | 2:1: a `:` is missing after a key",
                "name: @x\\n | put the value in quotes",
                "name: `x`\\n | put the value in quotes",
                "kind: training\\n---\\nkind: training\\n | 2:1: a second document starts here",
                "kind: training\\nkind: training\\n | 2:1: kind: stands here a second time; the first is in line 1",
                "name: *x\\n | 1:7: name: the alias *x has no complete anchor &x before it",
                "name: &a [*a]\\n | the alias *a has no complete anchor",
                "name: !!str x\\n | has the tag tag:yaml.org,2002:str",
                "name: !secret x\\n | has the tag !secret",
                "? [a]\\n: b\\n | a key is a single word",
                "<<: {kind: training}\\n | merge keys belong to YAML 1.1",
                "%YAML 3.0\\n---\\nkind: x\\n | is not YAML",
            })
    void faultsAreToldInAUsersWords(String text, String told) {
        assertThat(Samples.told(text.replace("\\n", "\n").replace("\\t", "\t")))
                .anyMatch(line -> line.contains(told));
    }

    @Test
    void aByteOrderMarkIsTheOnlyProblemOfAnOtherwiseGoodFile() {
        assertThat(Samples.told("\uFEFF" + Samples.SMALLEST))
                .containsExactly(
                        "1:1: starts with a byte order mark (save the file as UTF-8 without BOM)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u", "\\u}}}}", "\\UFFFFFFFF", "\\x", "\\q", "\\u-001"})
    void brokenEscapesAreProblems(String escape) {
        assertThat(Samples.told("kind: training\nname: \"" + escape + "\"\n")).isNotEmpty();
    }

    @Test
    void controlCharactersAreFound() {
        assertThat(Samples.told("kind: training\nname: a\u0007b\n"))
                .containsExactly("2:8: holds the unprintable character U+0007 (delete it)");
        assertThat(Samples.told("kind\0")).singleElement().asString().contains("U+0000");
        assertThat(Samples.told("kind: \ud800\n")).singleElement().asString().contains("U+D800");
    }

    /** The library reads its text in portions of 1,024; no portion may end within a character. */
    @Test
    void charactersOfTwoUnitsMayStandAnywhere() {
        for (int before = 1000; before < 1060; before++) {
            String comment = "# " + "x".repeat(before) + "\ud83c\udfb2 and on\n";
            assertThat(Samples.told(comment + Samples.SMALLEST)).as("after %d", before).isEmpty();
            assertThat(Samples.told(Samples.SMALLEST + comment)).as("after %d", before).isEmpty();
        }
    }

    @Test
    void columnsCountCharactersNotUtf16Units() {
        assertThat(Samples.told("\"\ud83c\udfb2\": [*x]\n"))
                .anyMatch(told -> told.startsWith("1:7: "));
    }

    @Test
    void depthSizeAndAliasesAreBounded() {
        assertThat(Samples.told("a: " + "[".repeat(5000)))
                .singleElement()
                .asString()
                .contains("is nested more than 32 deep");
        assertThat(Samples.told("{a: ".repeat(5000)))
                .anyMatch(told -> told.contains("is nested more than 32 deep"));
        assertThat(Samples.told("a: [" + "1,".repeat(30_000) + "]"))
                .singleElement()
                .asString()
                .contains("more than 20000 values");
        assertThat(Samples.told("a: &a 1\nb: [" + "*a,".repeat(65) + "]"))
                .singleElement()
                .asString()
                .contains("is alias number 65");
        assertThat(Samples.told("#".repeat((1 << 20) + 1)))
                .singleElement()
                .asString()
                .contains("1 MiB");
    }

    @Test
    void aliasesThatMultiplyStayCheap() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int level = 1; level < 30; level++) {
            String before = "*a" + (level - 1);
            bomb.append("a%d: &a%d [%s, %s]\n".formatted(level, level, before, before));
        }
        bomb.append("recipe: {targets: *a29}\n");
        assertThat(Samples.told(bomb.toString()))
                .singleElement()
                .asString()
                .contains("has more than 20000 values");
    }

    @Test
    void aliasesMeanTheirAnchorsValue() {
        String text =
                """
                kind: training
                model: ./tiny
                task: decision
                recipe: {rank: &n 8, alpha: *n}
                data: {train: x}
                """;
        LoraSettings lora = Samples.training(text).recipe().lora();
        assertThat(lora.rank()).isEqualTo(8);
        assertThat(lora.alpha()).isEqualTo(8.0);
    }

    @Test
    void windowsLineEndsAndDirectivesAreFine() {
        assertThat(Samples.told(Samples.FULL.replace("\n", "\r\n"))).isEmpty();
        assertThat(Samples.told("%YAML 1.2\n---\n" + Samples.SMALLEST + "...\n")).isEmpty();
    }
}
