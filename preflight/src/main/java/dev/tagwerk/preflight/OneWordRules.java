package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A whole command line written as one word of a list, which nothing splits. */
final class OneWordRules {
    private static final Set<Platform> PLATFORMS =
            Set.of(Platform.AZURE_CONTAINER_APPS, Platform.KUBERNETES, Platform.DOCKER);

    /** A program and more; a path with blanks in it is not told from a program with a path. */
    private static final Pattern LINE = Pattern.compile("(?s)\\s*[\\w./-]+\\s+\\S.*");

    private static final Pattern OPTION = Pattern.compile("(?s)--[\\w-]+\\s+\\S.*");

    private static final String YAML =
            "az containerapp job create --yaml job.yaml, with the words as a YAML list";

    private OneWordRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-CMD-004", OneWordRules::look);
    }

    private static void look(Subject subject, Findings findings) {
        subject.workloads()
                .filter(workload -> PLATFORMS.contains(workload.platform()))
                .flatMap(workload -> workload.containers().stream())
                .forEach(
                        container -> {
                            container.command().ifPresent(words -> command(words, findings));
                            args(container, findings);
                        });
    }

    private static Optional<Scalar> only(Words words) {
        return words.words().size() == 1
                        && (words.node() instanceof Items || isAz(words))
                        && !words.shell()
                ? Optional.of(words.words().getFirst()).filter(word -> !word.isPlaceholder())
                : Optional.empty();
    }

    /** A list that an {@code az} command line gives. */
    private static boolean isAz(Words words) {
        return words.node()
                .scalar()
                .filter(option -> option.text().matches("(?s)--(?:startup-)?command.*|--args.*"))
                .isPresent();
    }

    private static void command(Words words, Findings findings) {
        only(words)
                .filter(word -> LINE.matcher(word.text()).matches())
                .ifPresent(
                        word -> {
                            String key = AzureNames.key(words.node());
                            if (isAz(words)) {
                                findings.add(
                                        word,
                                        "the option holds one word, and a program of the name "
                                                + Spoken.quoted(word)
                                                + " is looked for: nothing splits it",
                                        YAML);
                                return;
                            }
                            String list = WordList.of(word, "command");
                            findings.add(
                                    word.text().startsWith("/") ? Severity.WARNING : Severity.ERROR,
                                    word,
                                    word.span(),
                                    key
                                            + " is a list of one word, and a program of the name "
                                            + Spoken.quoted(word)
                                            + " is looked for: nothing splits it",
                                    key + ": " + list,
                                    new Edit(words.node().source(), words.node().span(), list));
                        });
    }

    /** What an entrypoint makes of its words is not known; a program takes no such option. */
    private static void args(Container container, Findings findings) {
        container.args().ifPresent(words -> args(container, words, findings));
    }

    private static void args(Container container, Words words, Findings findings) {
        only(words)
                .filter(word -> OPTION.matcher(word.text()).matches())
                .filter(word -> container.command().filter(OneWordRules::isShell).isEmpty())
                .ifPresent(
                        word ->
                                findings.add(
                                        Severity.NOTE,
                                        word,
                                        word.span(),
                                        "option and value are one word: a program sees an option"
                                                + " with a blank in its name",
                                        isAz(words) ? YAML : WordList.of(word, "args")));
    }

    /** Behind {@code sh -c} a word is a script. */
    private static boolean isShell(Words command) {
        return command.shell()
                || command.words().stream().anyMatch(word -> word.text().matches("-[a-z]*c"));
    }
}
