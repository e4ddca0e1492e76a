package dev.tagwerk.formats;

import java.util.List;

/** Takes a tree's YAML scalars as another dialect does. */
final class Dialects {
    private Dialects() {}

    static Node read(Node node, Dialect dialect) {
        return switch (node) {
            case Scalar scalar -> scalar(scalar, dialect);
            case Items items ->
                    new Items(
                            items.source(),
                            items.span(),
                            items.anchor(),
                            items.path(),
                            items.items().stream().map(item -> read(item, dialect)).toList());
            case Fields fields ->
                    new Fields(
                            fields.source(),
                            fields.span(),
                            fields.anchor(),
                            fields.path(),
                            fields(fields.fields(), dialect));
        };
    }

    private static List<Field> fields(List<Field> fields, Dialect dialect) {
        return fields.stream()
                .map(field -> new Field(scalar(field.key(), dialect), read(field.value(), dialect)))
                .toList();
    }

    private static Scalar scalar(Scalar scalar, Dialect dialect) {
        return scalar.dialect() == dialect || scalar.dialect() == Dialect.JSON
                ? scalar
                : new Scalar(
                        scalar.source(),
                        scalar.span(),
                        scalar.anchor(),
                        scalar.path(),
                        scalar.text(),
                        scalar.style(),
                        dialect);
    }
}
