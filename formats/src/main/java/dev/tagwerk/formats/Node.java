package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value in a file, with its place. Questions that a value cannot answer are answered with
 * nothing, so that a reader can ask for {@code properties.template.containers} of any file.
 */
public sealed interface Node permits Scalar, Items, Fields {
    SourceFile source();

    /** Where the value itself stands. */
    Span span();

    /** Where to point at it: its key, where it has one, else its first character. */
    Span anchor();

    /**
     * Its way from the root, such as {@code properties.template.containers[0].image}; may be empty.
     */
    String path();

    /** A word for it in messages. */
    String describe();

    default Place place() {
        return source().place(anchor());
    }

    /** The value behind a key of this mapping; empty for other values. */
    default Optional<Node> get(String key) {
        return Optional.empty();
    }

    /** The values of this list; empty for other values. */
    default List<Node> items() {
        return List.of();
    }

    /** The keys and values of this mapping; empty for other values. */
    default List<Field> fields() {
        return List.of();
    }

    /** This value, where it is a scalar. */
    default Optional<Scalar> scalar() {
        return Optional.empty();
    }

    /** The value at the end of a way of keys, {@code a.b.c}; keys with dots need {@link #get}. */
    default Optional<Node> find(String way) {
        Optional<Node> here = Optional.of(this);
        for (String key : way.split("\\.")) {
            here = here.flatMap(node -> node.get(key));
        }
        return here;
    }

    /** A scalar's text at the end of a way, where it is not nothing. */
    default Optional<Scalar> text(String way) {
        return find(way).flatMap(Node::scalar).filter(scalar -> !scalar.isNothing());
    }

    /** Every value in and under this one, in the order of the file. */
    default Stream<Node> walk() {
        List<Node> all = new ArrayList<>();
        collect(this, all);
        return all.stream();
    }

    private static void collect(Node node, List<Node> all) {
        all.add(node);
        node.fields().forEach(field -> collect(field.value(), all));
        node.items().forEach(item -> collect(item, all));
    }
}
