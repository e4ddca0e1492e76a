package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a file says, or fails to say: no rule throws. */
class BrokenFilesTest {
    private static final List<String> JUNK =
            List.of(
                    "",
                    "null",
                    "[]",
                    "{}",
                    "[null, {}, [1]]",
                    "[1, null, {}]",
                    "-5",
                    "huge",
                    "{a: [b]}",
                    "-1",
                    "1e400",
                    "\"\"",
                    "' '",
                    "99999999999999999999",
                    "0x1F",
                    "[parameters('x')]",
                    "${X}",
                    "true",
                    "/",
                    "//",
                    ":",
                    "a/b/c",
                    "\"*\"",
                    "P1Y",
                    "*/0 * * * *",
                    "/subscriptions/");

    @Test
    void everyExampleInManyBrokenForms() {
        Random random = new Random(7);
        for (Rule rule : RuleBook.rules()) {
            for (Example example : List.of(rule.good(), rule.bad())) {
                for (int round = 0; round < 25; round++) {
                    Map<String, String> broken = new java.util.LinkedHashMap<>();
                    example.files()
                            .forEach(
                                    (name, text) ->
                                            broken.put(
                                                    name,
                                                    broken(
                                                            text.replace(Example.MARK, ""),
                                                            random)));
                    assertThatCode(() -> look(broken, example))
                            .as("%s %s", rule.id(), broken)
                            .doesNotThrowAnyException();
                }
            }
        }
    }

    @Test
    void keysOfSkyPilotWithValuesOfOtherKinds() {
        String text =
                "resources: {accelerators: [1, null, {}], disk_size: %s}\nrun: 5\nfile_mounts: x\n"
                        + "num_nodes: huge\n";
        for (String size : List.of("-5", "0", "x", "[]", "1e400", "null")) {
            List<Document> documents =
                    Formats.read(new SourceFile("task.yaml", text.formatted(size))).documents();
            assertThat(documents).isNotEmpty();
            assertThat(Preflight.judge(documents, List.of(), Circumstances.UNKNOWN).failures())
                    .as(size)
                    .isEmpty();
        }
    }

    private static void look(Map<String, String> texts, Example example) {
        List<Document> documents = new ArrayList<>();
        List<Document> beside = new ArrayList<>();
        texts.forEach(
                (name, text) ->
                        (name.startsWith("beside/") ? beside : documents)
                                .addAll(Formats.read(new SourceFile(name, text)).documents()));
        Verdict verdict =
                Preflight.judge(documents, beside, ExampleOptions.read(example.options()));
        // a rule that throws holds nothing up, and would not be seen otherwise
        assertThat(verdict.failures()).as("%s", texts).isEmpty();
        verdict.findings().forEach(Finding::place);
    }

    /** Some values are replaced by others that have no business there, or lines are lost. */
    private static String broken(String text, Random random) {
        StringBuilder out = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            int colon = line.indexOf(": ");
            int kind = random.nextInt(12);
            if (kind == 0) {
                continue;
            }
            if (kind == 1 && colon > 0) {
                out.append(line, 0, colon + 2).append(JUNK.get(random.nextInt(JUNK.size())));
            } else if (kind == 2 && colon > 0) {
                String junk = JUNK.get(random.nextInt(JUNK.size()));
                out.append(
                        line.replaceAll("(?<=: )\"?[\\w./-]+\"?", junk.replaceAll("[$\\\\]", "x")));
            } else {
                out.append(line);
            }
            out.append('\n');
        }
        return out.toString();
    }
}
