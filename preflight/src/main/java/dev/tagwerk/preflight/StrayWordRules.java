package dev.tagwerk.preflight;

import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Blanks, quotes and brackets around a word come from copying out of a portal or another language.
 * A program's name, an option and a path never have them; any other value may.
 */
final class StrayWordRules {
    private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][\\w.-]*(?:=\\S*)?");

    /** A path of two parts, a file of a known kind, an address or a number. */
    private static final Pattern PLAIN =
            Pattern.compile(
                    "(?:\\.{1,2}|~)?/[\\w@.-]{3,}(?:/[\\w@.=-]+)*/?"
                            + "|(?:[\\w@.-]+/)*[\\w@.-]+\\.(?:py|sh|ya?ml|jsonl?|toml|csv|parquet|txt)"
                            + "|[a-z][a-z0-9+]*://\\S+"
                            + "|-?\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?");

    private StrayWordRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-CMD-002", StrayWordRules::look);
    }

    private static void look(Subject subject, Findings findings) {
        subject.workloads()
                .flatMap(
                        workload ->
                                java.util.stream.Stream.concat(
                                        workload.containers().stream(),
                                        workload.initContainers().stream()))
                .forEach(
                        container -> {
                            container.command().ifPresent(words -> look(words, true, findings));
                            container
                                    .args()
                                    .ifPresent(
                                            words ->
                                                    look(
                                                            words,
                                                            container.command().isEmpty(),
                                                            findings));
                        });
    }

    private static void look(Words words, boolean starts, Findings findings) {
        List<Scalar> all = words.words();
        for (int index = 0; index < all.size() && !words.shell(); index++) {
            look(all.get(index), starts && index == 0, findings);
        }
    }

    private static void look(Scalar word, boolean program, Findings findings) {
        if (word.text().equals("\\") && word.isQuoted()) {
            findings.add(
                    word,
                    "a backslash, which goes on with a line in a shell, is a word of its own here",
                    "delete the word");
        }
        Optional<String> bare = StrayCharacter.unquoted(word.text());
        String within = bare.orElse(word.text());
        Optional<String> found = StrayCharacter.without(within).or(() -> bare);
        if (found.isEmpty()) {
            return;
        }
        String clean = found.get();
        String what = "the word begins or ends with a stray character: " + word.describe();
        if (program || OPTION.matcher(clean).matches() && !blankBehindValue(word, clean)) {
            sure(word, clean, what, findings);
        } else if (PLAIN.matcher(clean).matches()) {
            sure(word, clean, what, findings);
        } else if (bare.isEmpty()) {
            findings.note(
                    word,
                    what + "; it reaches the program with it",
                    quoted(clean) + ", or the word as it stands where this is meant");
        }
    }

    /** In {@code --prefix=User: } the blank belongs to the value, which may want it. */
    private static boolean blankBehindValue(Scalar word, String clean) {
        int equals = clean.indexOf('=');
        return equals > 0
                && word.text().startsWith(clean)
                && !PLAIN.matcher(clean.substring(equals + 1)).matches();
    }

    private static void sure(Scalar word, String clean, String what, Findings findings) {
        findings.add(
                word, what, quoted(clean), new Edit(word.source(), word.span(), quoted(clean)));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
