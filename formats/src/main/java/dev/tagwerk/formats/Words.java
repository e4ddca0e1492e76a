package dev.tagwerk.formats;

import java.util.List;

/**
 * The words of a command.
 *
 * @param node the list, or the text, as a whole
 * @param words one for each; a shell form's text is one word
 * @param shell whether it was written as one text that a shell will split
 */
public record Words(Node node, List<Scalar> words, boolean shell) {
    public Words {
        words = List.copyOf(words);
    }

    /** A list's scalars, or the single text, as words. */
    public static Words of(Node node) {
        return node.scalar()
                .map(text -> new Words(node, List.of(text), true))
                .orElseGet(
                        () ->
                                new Words(
                                        node,
                                        node.items().stream()
                                                .flatMap(item -> item.scalar().stream())
                                                .toList(),
                                        false));
    }
}
