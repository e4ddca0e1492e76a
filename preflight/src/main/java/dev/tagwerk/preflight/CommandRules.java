package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.Map;
import java.util.stream.Stream;

/** What goes wrong with the words that start a container, on whatever platform. */
final class CommandRules {
    private CommandRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-CMD-001", CommandRules::emptyWord);
    }

    /** {@code [""]} is a command of one empty word, not an empty command. */
    private static void emptyWord(Subject subject, Findings findings) {
        words(subject)
                .filter(words -> !words.shell())
                .forEach(
                        words ->
                                words.words().stream()
                                        .filter(word -> word.isQuoted() && word.text().isBlank())
                                        .findFirst()
                                        .ifPresent(word -> emptyWord(words, word, findings)));
    }

    private static void emptyWord(Words words, Scalar word, Findings findings) {
        String key = words.node().path().replaceFirst(".*\\.", "");
        if (words.words().size() == 1 && key.startsWith("(")) {
            // a command line has options in place of keys, and [] would be a word there
            findings.add(
                    word,
                    "the option holds one empty word, which is run as a program without a name",
                    "the command line without this option");
        } else if (words.words().size() == 1) {
            findings.add(
                    words.node(),
                    key + " holds one empty word, which is run as a program without a name",
                    key + ": []",
                    new Edit(words.node().source(), words.node().span(), "[]"));
        } else {
            findings.note(word, key + " holds an empty word", "delete the word if it is not meant");
        }
    }

    private static Stream<Words> words(Subject subject) {
        return subject.workloads()
                .flatMap(
                        workload ->
                                Stream.concat(
                                        workload.containers().stream(),
                                        workload.initContainers().stream()))
                .flatMap(CommandRules::lists);
    }

    private static Stream<Words> lists(Container container) {
        return Stream.concat(container.command().stream(), container.args().stream());
    }
}
