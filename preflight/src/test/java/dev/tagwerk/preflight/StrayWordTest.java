package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs, options and paths never have stray characters; values may. */
class StrayWordTest {
    private static List<String> found(String key, String words) {
        String job =
                "type: Microsoft.App/jobs\nproperties:\n  template:\n    containers:\n"
                        + "    - name: a\n      image: a/b:1\n      "
                        + key
                        + ": ["
                        + words
                        + "]\n";
        return Preflight.look(
                        Formats.read(new SourceFile("job.yaml", job)).documents(),
                        List.of(),
                        Circumstances.UNKNOWN)
                .stream()
                .filter(finding -> finding.rule().id().equals("TW-CMD-002"))
                .map(
                        finding ->
                                finding.severity()
                                        + (finding.edits().isEmpty() ? " " : " mends ")
                                        + finding.write())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"python \", t.py|ERROR mends \"python\"",
                "python, t.py, \"--lr \", 1|ERROR mends \"--lr\"",
                "python, t.py, \"'--lr'\", 1|ERROR mends \"--lr\"",
                "'\"python\"', t.py|ERROR mends \"python\"",
                "python, t.py, \u2013-lr, 1|ERROR mends \"--lr\"",
                "python, t.py, --config, \"/data/x.yaml \"|ERROR mends \"/data/x.yaml\"",
                "python, t.py, --config, \"'/data/x.yaml'\"|ERROR mends \"/data/x.yaml\"",
                "python, t.py, --config, \"data/x.yaml,\"|ERROR mends \"data/x.yaml\"",
                "python, t.py, \"--out=/data/x \"|ERROR mends \"--out=/data/x\""
            })
    void isSurelyStray(String words, String expected) {
        assertThat(found("command", words)).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "python, t.py, --prefix, \"<|user|> \"",
                "python, t.py, --prefix, \"<user> \"",
                "python, t.py, \"--prefix=User: \"",
                "python, t.py, --separator, \", \"",
                "python, t.py, --name, \"\u201clora\u201d\"",
                "python, t.py, \"Hello \""
            })
    void mayBeMeantAndIsNeverMended(String words) {
        assertThat(found("command", words.replace("<user>", "<|user|>")))
                .allMatch(one -> one.startsWith("NOTE ") && !one.contains("mends"))
                .hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "python, t.py, --json, '\"a\"'",
                "python, t.py, --fmt, \"'{}'\"",
                "python, t.py, --stop, \"\u2013\"",
                "python, t.py, --lr, -1"
            })
    void isMeant(String words) {
        assertThat(found("command", words)).isEmpty();
    }

    @Test
    void halfAListInQuotesBecomesWords() {
        assertThat(found("command", "\"[\\\"python\\\"\", \"train.py]\""))
                .containsExactly("ERROR mends \"python\"", "ERROR mends \"train.py\"");
    }
}
