package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Init processes in front of a program: their options end where the program begins, or at --. */
final class InitRules {
    /** Each with the options of its own that stand alone. */
    private static final Map<String, Set<String>> OPTIONS =
            Map.of(
                    "tini", Set.of("-h", "-s", "-w", "-v", "-vv", "-vvv", "-g", "-l", "--version"),
                    "dumb-init",
                            Set.of(
                                    "-c",
                                    "-v",
                                    "-V",
                                    "-h",
                                    "--single-child",
                                    "--verbose",
                                    "--version",
                                    "--help"),
                    "catatonit", Set.of("-h", "-g", "-P", "-L", "-V", "--version", "--help"));

    /** Those of its own that take the next word. */
    private static final Set<String> WITH_WORD = Set.of("-p", "-e", "-r", "--rewrite");

    private InitRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-CMD-003", InitRules::separator);
    }

    private static void separator(Subject subject, Findings findings) {
        subject.workloads()
                .flatMap(
                        workload ->
                                Stream.concat(
                                        workload.containers().stream(),
                                        workload.initContainers().stream()))
                .forEach(container -> separator(container, findings));
    }

    private static void separator(Container container, Findings findings) {
        List<Scalar> words = new ArrayList<>();
        Stream.concat(container.command().stream(), container.args().stream())
                .filter(list -> !list.shell())
                .map(Words::words)
                .forEach(words::addAll);
        if (container.command().filter(list -> !list.shell()).isEmpty() || words.isEmpty()) {
            return; // what the image starts is not known
        }
        String program = words.getFirst().text();
        Set<String> own = OPTIONS.get(program.substring(program.lastIndexOf('/') + 1));
        if (own != null) {
            foreign(words, own)
                    .ifPresent(
                            word ->
                                    findings.addAtValue(
                                            word,
                                            program
                                                    + " takes "
                                                    + Spoken.quoted(word)
                                                    + " for an option of its own: there is no --"
                                                    + " before it",
                                            "\"--\" and the program before its options"));
        }
    }

    /** The first option that is not the init's own, and that no program stands before. */
    private static Optional<Scalar> foreign(List<Scalar> words, Set<String> own) {
        for (int index = 1; index < words.size(); index++) {
            Scalar word = words.get(index);
            String text = word.text();
            if (text.equals("--") || !text.startsWith("-") || word.isPlaceholder()) {
                return Optional.empty();
            }
            if (WITH_WORD.contains(text)) {
                index++;
            } else if (!own.contains(text) && !text.startsWith("--rewrite=")) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }
}
