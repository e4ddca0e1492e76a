package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;

/** The words of shell text that stands in a file, or in a value of a file, with their places. */
public final class ShellWords {
    private ShellWords() {}

    /**
     * The commands of a value's text, one list each; its words as scalars. A word's place is where
     * it stands in the file when it stands there as it is meant, else the value's.
     */
    public static List<Items> commands(Scalar script) {
        String raw = script.source().text().substring(script.span().start(), script.span().end());
        List<Items> commands = new ArrayList<>();
        int from = 0;
        for (List<ShellText.Word> words : ShellText.commands(script.text())) {
            List<Node> scalars = new ArrayList<>();
            String path = script.path() + "(" + commands.size() + ")";
            for (ShellText.Word word : words) {
                String written = script.text().substring(word.span().start(), word.span().end());
                int found = raw.indexOf(written, from);
                Span span = script.span();
                if (found >= 0) {
                    from = found + written.length();
                    span = new Span(script.span().start() + found, script.span().start() + from);
                }
                scalars.add(scalar(script.source(), span, path, scalars.size(), word));
            }
            commands.add(items(script.source(), path, scalars));
        }
        return commands;
    }

    /** The commands of a whole file. */
    static List<Items> commands(SourceFile source) {
        List<Items> commands = new ArrayList<>();
        for (List<ShellText.Word> words : ShellText.commands(source.text())) {
            List<Node> scalars = new ArrayList<>();
            String path = "(" + commands.size() + ")";
            for (ShellText.Word word : words) {
                scalars.add(scalar(source, word.span(), path, scalars.size(), word));
            }
            commands.add(items(source, path, scalars));
        }
        return commands;
    }

    private static Scalar scalar(
            SourceFile source, Span span, String path, int index, ShellText.Word word) {
        return new Scalar(
                source,
                span,
                span,
                path + "[" + index + "]",
                word.text(),
                Scalar.Style.QUOTED,
                Dialect.YAML_1_2);
    }

    private static Items items(SourceFile source, String path, List<Node> words) {
        int start = words.stream().mapToInt(word -> word.span().start()).min().orElse(0);
        int end = words.stream().mapToInt(word -> word.span().end()).max().orElse(start);
        Span span = new Span(start, end);
        return new Items(
                source, span, words.isEmpty() ? span : words.getFirst().span(), path, words);
    }
}
