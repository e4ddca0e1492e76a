package dev.tagwerk.preflight;

import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Fields;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Access;
import dev.tagwerk.market.SchemaProperty;
import dev.tagwerk.market.SchemaType;
import dev.tagwerk.market.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a tree with what a service's schema demands. What a template fills in later is passed
 * over, nothing ({@code null}) counts as absent, and a text that reads as a number is one, as the
 * services' own readers take it.
 */
final class SchemaCheck {
    private final SchemaScope scope;
    private final List<Deviation> found = new ArrayList<>();

    private SchemaCheck(SchemaScope scope) {
        this.scope = scope;
    }

    /** All deviations, in the order of the file. */
    static List<Deviation> of(Node root, SchemaScope scope) {
        SchemaCheck check = new SchemaCheck(scope);
        check.mapping(root, scope.type(), true);
        return check.found;
    }

    private void mapping(Node node, SchemaType plain, boolean root) {
        SchemaType type = plain;
        boolean open = !plain.complete();
        if (plain.discriminator().isPresent()) {
            Optional<Scalar> decides = node.text(plain.discriminator().get());
            Optional<SchemaType> variant =
                    decides.filter(value -> !value.isPlaceholder())
                            .flatMap(value -> plain.variant(value.text()));
            if (decides.isPresent() && variant.isEmpty() && !decides.get().isPlaceholder()) {
                List<String> known = List.copyOf(plain.variants().keySet());
                value(decides.get(), plain.discriminator().get(), known, Optional.empty());
            }
            type = variant.orElse(plain);
            open = open || variant.isEmpty();
        }
        for (Field field : node.fields()) {
            if (!(root && scope.isPassedOver(field.name()))) {
                field(node, field, type, open);
            }
        }
        if (!scope.printed()) {
            missing(node, type, root);
        }
    }

    private void missing(Node node, SchemaType type, boolean root) {
        for (SchemaProperty property : type.required()) {
            boolean there =
                    node.get(property.name()).filter(SchemaCheck::isSomething).isPresent()
                            || node.fields().stream()
                                    .map(Field::name)
                                    .filter(name -> !name.equals(property.name()))
                                    .anyMatch(property.name()::equalsIgnoreCase);
            if (!there && !(root && scope.isPassedOver(property.name()))) {
                found.add(
                        new Deviation(
                                Deviation.Kind.MISSING,
                                Severity.ERROR,
                                node,
                                place(node) + " lacks " + property.name(),
                                property.name() + ": " + sample(property),
                                List.of()));
            }
        }
    }

    private static String place(Node node) {
        return node.path().isEmpty() ? "the file" : node.path();
    }

    private static String sample(SchemaProperty property) {
        return property.byDefault()
                .or(() -> property.values().stream().findFirst())
                .orElse(property.type().toString().toUpperCase(Locale.ROOT));
    }

    private void field(Node mapping, Field field, SchemaType type, boolean open) {
        Optional<SchemaProperty> known = type.property(field.name());
        if (known.isEmpty()) {
            unknown(mapping, field, type, open);
            return;
        }
        SchemaProperty property = known.get();
        if (property.access() == Access.READ_ONLY
                || scope.isElsewhere(type.name(), property.name())) {
            return; // dropped by the service; or a rule of its own looks at it
        }
        if (property.access() == Access.IGNORED) {
            unread(mapping, field, property);
        } else if (property.since().isPresent() && !scope.preview()) {
            preview(mapping, field, property);
        } else {
            of(field.value(), property.type(), property);
        }
    }

    private void unknown(Node mapping, Field field, SchemaType type, boolean open) {
        if (field.key().isPlaceholder() || scope.isPassedOverAnywhere(field.name())) {
            return;
        }
        Optional<SchemaProperty> near = type.nearest(field.name());
        boolean spelling =
                near.filter(one -> one.name().equalsIgnoreCase(field.name())).isPresent();
        boolean surely = !open && !scope.printed();
        Severity severity = surely ? Severity.ERROR : Severity.NOTE;
        List<Edit> edits =
                near.filter(one -> surely && mapping.get(one.name()).isEmpty()).stream()
                        .map(one -> Replacement.of(field.key(), one.name()))
                        .toList();
        found.add(
                new Deviation(
                        Deviation.Kind.UNKNOWN,
                        spelling && surely ? Severity.WARNING : severity,
                        field.value(),
                        scope.title()
                                + " does not know the key "
                                + Spoken.quoted(field.key())
                                + " in "
                                + place(mapping),
                        near.map(one -> one.name() + ": ...")
                                .orElse(
                                        "one of "
                                                + String.join(
                                                        ", ",
                                                        type.properties().keySet().stream()
                                                                .limit(12)
                                                                .toList())),
                        edits));
    }

    private void unread(Node mapping, Field field, SchemaProperty property) {
        if (!scope.printed()) {
            found.add(
                    new Deviation(
                            Deviation.Kind.UNKNOWN,
                            Severity.ERROR,
                            field.value(),
                            Spoken.quoted(field.key())
                                    + " in "
                                    + place(mapping)
                                    + " is read by nobody"
                                    + property.note().map(note -> ": " + note).orElse(""),
                            "",
                            List.of()));
        }
    }

    private void preview(Node mapping, Field field, SchemaProperty property) {
        found.add(
                new Deviation(
                        Deviation.Kind.UNKNOWN,
                        scope.printed() ? Severity.NOTE : Severity.ERROR,
                        field.value(),
                        Spoken.quoted(field.key())
                                + " in "
                                + place(mapping)
                                + " is known only from version "
                                + property.since().orElse("")
                                + " on",
                        property.note().orElse("the file without it"),
                        List.of(Removal.edits(mapping, field.name()))));
    }

    private void of(Node node, ValueType kind, SchemaProperty property) {
        if (node.scalar().filter(one -> one.isNothing() || one.isPlaceholder()).isPresent()) {
            return;
        }
        switch (kind) {
            case ValueType.Scalar scalar -> scalar(node, scalar, property);
            case ValueType.ListOf list -> {
                if (node instanceof Items) {
                    node.items().forEach(item -> of(item, list.element(), property));
                } else {
                    wrong(node, "a list", property);
                }
            }
            case ValueType.MapOf map -> {
                if (node instanceof Fields) {
                    node.fields().forEach(field -> of(field.value(), map.value(), property));
                } else {
                    wrong(node, "a mapping", property);
                }
            }
            case ValueType.Reference reference -> {
                if (node instanceof Fields) {
                    mapping(node, scope.type().resolve(reference), false);
                } else {
                    wrong(node, "a mapping", property);
                }
            }
            case ValueType.OneOf several -> oneOf(node, several, property);
        }
    }

    /** Of several kinds the one whose shape the value has; where two have it, none is judged. */
    private void oneOf(Node node, ValueType.OneOf several, SchemaProperty property) {
        List<ValueType> fitting =
                several.kinds().stream().filter(kind -> SchemaShapes.fits(node, kind)).toList();
        if (fitting.isEmpty()) {
            wrong(node, several.toString(), property);
        } else if (fitting.size() == 1) {
            of(node, fitting.getFirst(), property);
        } else if (node instanceof Scalar scalar) {
            bounds(scalar, property);
        }
    }

    private void scalar(Node node, ValueType.Scalar kind, SchemaProperty property) {
        if (kind == ValueType.Scalar.ANY) {
            return;
        }
        if (!SchemaShapes.fits(node, kind)) {
            wrong(node, SchemaShapes.article(kind), property);
        } else if (node instanceof Scalar scalar) {
            bounds(scalar, property);
        }
    }

    private void bounds(Scalar scalar, SchemaProperty property) {
        if (!property.allows(scalar.text())) {
            value(scalar, property.name(), property.values(), property.nearestValue(scalar.text()));
            return;
        }
        SchemaShapes.bounds(scalar, property, found);
    }

    private void value(Scalar scalar, String name, List<String> known, Optional<String> nearest) {
        found.add(
                new Deviation(
                        Deviation.Kind.VALUE,
                        scope.printed() ? Severity.NOTE : Severity.ERROR,
                        scalar,
                        name
                                + " is "
                                + Spoken.quoted(scalar)
                                + ", which is none of "
                                + String.join(", ", known),
                        name + ": " + nearest.orElse(String.join(" | ", known)),
                        nearest.stream().map(one -> Replacement.of(scalar, one)).toList()));
    }

    private void wrong(Node node, String wanted, SchemaProperty property) {
        found.add(
                new Deviation(
                        Deviation.Kind.TYPE,
                        scope.printed() ? Severity.NOTE : Severity.ERROR,
                        node,
                        property.name() + " wants " + wanted + ", not " + node.describe(),
                        SchemaShapes.written(node, property),
                        List.of()));
    }

    private static boolean isSomething(Node node) {
        return node.scalar().map(scalar -> !scalar.isNothing()).orElse(true);
    }
}
