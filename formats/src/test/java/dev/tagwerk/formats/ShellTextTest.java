package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of shell text, beside what the machine's own shell makes of them. */
class ShellTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b  c",
                "a 'b c' \"d e\"",
                "a\\ b c",
                "--x='1 2'\"3 4\"5",
                "''",
                "a \"\" b",
                "\"a\\\"b\" 'c\"d'",
                "\"a\\\\b\"",
                "a \\\n  b",
                "a # comment",
                "a#b c",
                "'a\nb'",
                "a\tb"
            })
    void wordsAreThoseOfTheShell(String words) throws Exception {
        assertThat(ours("args " + words)).isEqualTo(shell(words));
    }

    @Test
    void randomTextsNeverFailAndKeepTheirPlaces() {
        Random random = new Random(11);
        String alphabet = "ab \t\n'\"\\$()`#<>|&;=-{}";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int index = random.nextInt(40); index > 0; index--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            int last = 0;
            for (List<ShellText.Word> command : ShellText.commands(text.toString())) {
                for (ShellText.Word word : command) {
                    assertThat(word.span().start()).isGreaterThanOrEqualTo(last);
                    last = word.span().end();
                    assertThat(last).isLessThanOrEqualTo(text.length());
                }
            }
        }
    }

    @Test
    void hereDocumentsAreNoCommands() {
        assertThat(ShellText.commands("cat <<EOF > out\naz containerapp up\nEOF\necho done\n"))
                .extracting(command -> command.getFirst().text())
                .containsExactly("cat", "echo");
    }

    private static List<String> ours(String text) {
        return ShellText.commands(text).getFirst().stream()
                .skip(1)
                .map(ShellText.Word::text)
                .toList();
    }

    private static List<String> shell(String words) throws IOException, InterruptedException {
        Process sh =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "args() { for w in \"$@\"; do printf '%s\\001' \"$w\"; done; }\nargs "
                                        + words)
                        .start();
        String out = new String(sh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(sh.waitFor()).isZero();
        List<String> result = new ArrayList<>(List.of(out.split("\u0001", -1)));
        result.removeLast();
        return result;
    }
}
