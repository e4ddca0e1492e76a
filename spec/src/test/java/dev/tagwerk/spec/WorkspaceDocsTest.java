package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The user's page about {@code tagwerk.yaml} is made from the code, and its example is one. */
class WorkspaceDocsTest {
    private static final Path PAGE = Path.of("../docs/workspace.md");

    @Test
    void theExampleIsValid() throws Exception {
        Matcher example =
                Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE));
        assertThat(example.find()).isTrue();
        assertThat(WorkspaceFile.parse(example.group(1), Path.of("tagwerk.yaml")))
                .isInstanceOf(ParsedWorkspace.Valid.class);
    }

    @Test
    void theTablesSayWhatTheCodeDoes() throws Exception {
        String page = Files.readString(PAGE);
        String made = DocsTest.replace(page, "keys of the project", table(WorkspaceKeys.top()));
        made = DocsTest.replace(made, "keys of a rate", table(WorkspaceKeys.rate()));
        List<Key<?>> places =
                Arrays.stream(ByteStore.values()).<Key<?>>map(WorkspaceKeys::place).toList();
        made = DocsTest.replace(made, "keys of places", table(places));
        made = DocsTest.replace(made, "keys of a machine", table(HardwareKeys.all()));
        if (System.getProperty("tagwerk.docs", "").equals("write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    private static String table(List<Key<?>> keys) {
        StringBuilder text =
                new StringBuilder("| key | value | default | what |\n|---|---|---|---|\n");
        keys.forEach(key -> text.append(row(key)));
        return text.toString();
    }

    private static <T> String row(Key<T> key) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(key.name(), key.type().describe(), DocsTest.fallback(key), key.doc());
    }
}
