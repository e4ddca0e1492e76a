package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The user's page is made from the code, and its examples are jobs. */
class DocsTest {
    private static final Path PAGE = Path.of("../docs/jobs.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleIsAJob() throws Exception {
        Matcher examples = EXAMPLE.matcher(Files.readString(PAGE));
        int count = 0;
        while (examples.find()) {
            assertThat(Samples.told(examples.group(1))).as(examples.group(1)).isEmpty();
            count++;
        }
        assertThat(count).isGreaterThanOrEqualTo(4);
    }

    @Test
    void theTablesSayWhatTheCodeDoes() throws Exception {
        String page = Files.readString(PAGE);
        String made = page;
        for (Kind kind : Kind.values()) {
            made = replace(made, "keys of " + kind.word(), keys(KeyTable.of(kind)));
        }
        made = replace(made, "foreign words", foreignWords());
        if (System.getProperty("tagwerk.docs", "").equals("write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    static String replace(String page, String what, String table) {
        Pattern block =
                Pattern.compile(
                        "(<!-- " + what + ": [^\n]*-->\n).*?(<!-- end -->)", Pattern.DOTALL);
        Matcher found = block.matcher(page);
        assertThat(found.find()).as(what).isTrue();
        return found.replaceFirst(
                Matcher.quoteReplacement(found.group(1) + table + found.group(2)));
    }

    private static String keys(KeyTable table) {
        StringBuilder text = new StringBuilder();
        text.append("| key | value | default | for | what |\n|---|---|---|---|---|\n");
        table.keys().forEach(key -> text.append(row(key)));
        return text.toString();
    }

    static <T> String fallback(Key<T> key) {
        return switch (key.fallback()) {
            case Fallback.Required<T> required -> "required";
            case Fallback.Unless<T>(Key<?> other) ->
                    "required, unless " + other.name() + " is given";
            case Fallback.Absent<T> absent -> "none";
            case Fallback.Fixed<T>(T value) -> shown(key, value);
            case Fallback.Derived<T> derived -> derived.words();
        };
    }

    private static <T> String row(Key<T> key) {
        String only =
                key.scope()
                        .task()
                        .map(Word::word)
                        .orElse(
                                key.scope().methods().size() == Method.values().length
                                        ? ""
                                        : key.scope().methodWords());
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(key.path(), key.type().describe(), fallback(key), only, key.doc());
    }

    private static <T> String shown(Key<T> key, T value) {
        String json = key.type().json(value).toString().replace("\"", "");
        return json.equals("1.0E-8") ? "1e-8" : json;
    }

    private static String foreignWords() {
        StringBuilder text = new StringBuilder("| their word | whose | here |\n|---|---|---|\n");
        for (ForeignWords.ForeignWord foreign : ForeignWords.all()) {
            String whose =
                    String.join(", ", foreign.tools().stream().map(ForeignTool::title).toList());
            String ours = foreign.ours().isEmpty() ? "" : "`" + foreign.ours() + "`";
            String joint = ours.isEmpty() || foreign.remark().isEmpty() ? "" : "; ";
            text.append(
                    "| `%s` | %s | %s |\n"
                            .formatted(foreign.word(), whose, ours + joint + foreign.remark()));
        }
        return text.toString();
    }
}
