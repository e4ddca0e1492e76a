package dev.tagwerk.preflight;

import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.OvhCommands;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The {@code --} that parts {@code ovhai}'s options from the command. */
final class OvhSeparatorRules {
    /** Options that people write behind the command and mean for ovhai. */
    private static final Pattern OWN =
            Pattern.compile(
                    "(?s)--(?:gpu|flavor|flavor-count|volume|env|timeout|cpu|unsecure-http|no-wait"
                            + "|timeout-auto-restart|auto-min-replicas|auto-max-replicas|replicas)"
                            + "(?:=.*)?");

    private OvhSeparatorRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-OVH-011", OvhSeparatorRules::noSeparator);
    }

    /** Words behind the image are the command's only behind {@code --}. */
    private static void noSeparator(Subject subject, Findings findings) {
        subject.own(Format.SHELL)
                .flatMap(document -> document.commands().stream())
                .filter(
                        words ->
                                words.startsWith("ovhai", "job", "run")
                                        || words.startsWith("ovhai", "app", "run"))
                .forEach(words -> noSeparator(words, findings));
    }

    private static void noSeparator(CommandWords words, Findings findings) {
        List<Scalar> positional = OvhCommands.positional(words);
        boolean separated = words.words().stream().anyMatch(word -> word.text().equals("--"));
        if (separated || positional.size() < 2) {
            return;
        }
        Scalar first = positional.get(1);
        List<Scalar> rest =
                words.words().stream()
                        .filter(word -> word.span().start() >= first.span().start())
                        .toList();
        Optional<Scalar> option =
                rest.stream().filter(word -> word.text().startsWith("-")).findFirst();
        if (option.isEmpty()) {
            return;
        }
        // behind `--` ovhai's own options would become the command's
        boolean own = rest.stream().anyMatch(word -> OWN.matcher(word.text()).matches());
        Edit[] edits =
                own
                        ? new Edit[0]
                        : new Edit[] {
                            new Edit(
                                    first.source(),
                                    new Span(first.span().start(), first.span().start()),
                                    "-- ")
                        };
        String command = written(first, rest.getLast());
        findings.add(
                first,
                "ovhai takes `"
                        + option.get().text()
                        + "` for an option of its own: `--` is missing before the command",
                own
                        ? "ovhai's own options before the image, and -- before the command"
                        : "-- " + command,
                edits);
    }

    /** The command as it stands, on one line. */
    private static String written(Scalar first, Scalar last) {
        return first.source()
                .text()
                .substring(first.span().start(), last.span().end())
                .replaceAll("\\s*\\\\\\R\\s*", " ");
    }
}
