package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping that grows out of a command's options, so that rules find what a command line says
 * where files say it. Every value keeps the place of its word. Not thread-safe.
 */
final class Grown {
    /** What a command leaves as it is: a placeholder, which nobody can judge. */
    private static final String UNCHANGED = "${unchanged}";

    private final Items command;
    private final String path;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Grown> inner = new LinkedHashMap<>();

    Grown(Items command) {
        this(command, command.path());
    }

    private Grown(Items command, String path) {
        this.command = command;
        this.path = path;
    }

    Grown put(String key, Optional<Scalar> word) {
        word.ifPresent(one -> values.put(key, at(one, path + "." + key)));
        return this;
    }

    /** Marks a key as one of which the command says nothing. */
    Grown unchanged(String key) {
        values.put(key, scalar(key, UNCHANGED));
        return this;
    }

    /** A value that the command means without saying it; it points to the program's name. */
    Grown meant(String key, String text) {
        values.put(key, scalar(key, text));
        return this;
    }

    private Scalar scalar(String key, String text) {
        return new Scalar(
                command.source(),
                command.anchor(),
                command.anchor(),
                path + "." + key,
                text,
                Scalar.Style.QUOTED,
                Dialect.YAML_1_2);
    }

    /** A mapping within; left out while it is empty. */
    Grown inner(String key) {
        return inner.computeIfAbsent(key, name -> new Grown(command, path + "." + name));
    }

    /** One of a list's mappings; {@link #list} makes the list of them. */
    Grown item(String key, int index) {
        return new Grown(command, path + "." + key + "[" + index + "]");
    }

    Grown list(String key, List<Grown> items) {
        List<Node> nodes = items.stream().<Node>map(Grown::done).toList();
        values.put(
                key,
                new Items(
                        command.source(),
                        command.span(),
                        command.anchor(),
                        path + "." + key,
                        nodes));
        return this;
    }

    /** The words of one option as a list. */
    Grown words(String key, Optional<Scalar> option, List<Scalar> words) {
        option.ifPresent(
                place -> {
                    List<Node> nodes = new ArrayList<>();
                    for (Scalar word : words) {
                        nodes.add(at(word, path + "." + key + "[" + nodes.size() + "]"));
                    }
                    values.put(
                            key,
                            new Items(
                                    command.source(),
                                    place.span(),
                                    place.span(),
                                    path + "." + key,
                                    nodes));
                });
        return this;
    }

    private boolean isEmpty() {
        return values.isEmpty() && inner.values().stream().allMatch(Grown::isEmpty);
    }

    Fields done() {
        List<Field> fields = new ArrayList<>();
        values.forEach((key, value) -> fields.add(new Field(scalar(key, key), value)));
        inner.forEach(
                (key, value) -> {
                    if (!value.isEmpty()) {
                        fields.add(new Field(scalar(key, key), value.done()));
                    }
                });
        Span span =
                path.equals(command.path())
                        ? command.anchor()
                        : values.values().stream()
                                .map(Node::span)
                                .findFirst()
                                .orElse(command.anchor());
        return new Fields(command.source(), command.span(), span, path, fields);
    }

    private static Scalar at(Scalar word, String path) {
        String raw = word.source().text().substring(word.span().start(), word.span().end());
        return new Scalar(
                word.source(),
                word.span(),
                word.span(),
                path,
                word.text(),
                raw.equals(word.text()) ? Scalar.Style.PLAIN : Scalar.Style.QUOTED,
                word.dialect());
    }
}
