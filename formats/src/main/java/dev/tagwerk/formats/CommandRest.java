package dev.tagwerk.formats;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What nobody has taken of a command line: each option once, with the words behind it. */
record CommandRest(Node command, Predicate<Node> taken, Ledger ledger) {
    /** Options that say how the command itself behaves, not what is started. */
    private static final Set<String> MANNERS =
            Set.of(
                    "--rm",
                    "-it",
                    "-ti",
                    "-i",
                    "-t",
                    "--interactive",
                    "--tty",
                    "-d",
                    "--detach",
                    "--init",
                    "-o",
                    "--output",
                    "--query",
                    "--no-wait",
                    "--only-show-errors",
                    "--verbose",
                    "--debug",
                    "--yes",
                    "-y",
                    "--quiet",
                    "--pull");

    void note() {
        List<Scalar> words =
                command.items().stream().flatMap(word -> word.scalar().stream()).toList();
        int index = 0;
        while (index < words.size()
                && !isOption(words.get(index))
                && !taken.test(words.get(index))) {
            index++; // the program and its verbs
        }
        while (index < words.size()) {
            Scalar word = words.get(index);
            int end = index + 1;
            while (end < words.size() && !isOption(words.get(end)) && !taken.test(words.get(end))) {
                end++;
            }
            boolean alone = isFlag(word);
            boolean carried =
                    !alone && end < words.size() && end == index + 1 && taken.test(words.get(end));
            if (word.text().equals("--") || taken.test(word) || (isOption(word) && carried)) {
                index = taken.test(word) ? end : index + 1;
                continue;
            }
            String name = name(word);
            if (!MANNERS.contains(name)) {
                ledger.lost(word, LostKeys.reason(name), "");
            }
            index = end;
        }
    }

    private static boolean isFlag(Scalar word) {
        return word.text().indexOf('=') > 0
                || DockerCommands.isFlag(word.text())
                || MANNERS.contains(word.text());
    }

    private static boolean isOption(Scalar word) {
        return word.text().startsWith("-") && word.text().length() > 1;
    }

    private static String name(Scalar word) {
        int equals = word.text().indexOf('=');
        return equals < 0 ? word.text() : word.text().substring(0, equals);
    }
}
