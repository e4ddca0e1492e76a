package dev.tagwerk.preflight;

import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.ShellWords;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What one text is to be written as where a list of words is wanted. */
final class WordList {
    /** What only a shell understands. */
    private static final Pattern SHELL = Pattern.compile("(?s).*[|&;<>$`*?()~\n].*");

    private WordList() {}

    static String of(Scalar text, String key) {
        boolean starts = key.equals("command");
        if (!starts && !key.equals("args")) {
            return shown(List.of(text.text()));
        }
        if (SHELL.matcher(text.text()).matches()) {
            return shown(starts ? List.of("/bin/sh", "-c", text.text()) : List.of(text.text()));
        }
        List<Items> commands = ShellWords.commands(text);
        return commands.size() == 1
                ? shown(
                        commands.getFirst().items().stream()
                                .flatMap(word -> ((Node) word).scalar().stream())
                                .map(Scalar::text)
                                .toList())
                : shown(List.of(text.text()));
    }

    private static String shown(List<String> words) {
        return words.stream()
                .map(word -> word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .map(word -> "\"" + word + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
