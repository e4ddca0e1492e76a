package dev.tagwerk.preflight;

import dev.tagwerk.formats.Fields;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.SchemaProperty;
import dev.tagwerk.market.ValueType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether values have the kinds and keep the bounds that a schema gives them. */
final class SchemaShapes {
    /** A longer text is not matched against a pattern: no name is that long. */
    private static final int LONGEST = 1_000;

    private static final Pattern SIZE =
            Pattern.compile("(?i)([0-9]+(?:\\.[0-9]+)?) ?([GM])(?:i?B|i)?");

    private SchemaShapes() {}

    static boolean fits(Node node, ValueType kind) {
        return switch (kind) {
            case ValueType.ListOf list -> node instanceof Items;
            case ValueType.MapOf map -> node instanceof Fields;
            case ValueType.Reference reference -> node instanceof Fields;
            case ValueType.OneOf several ->
                    several.kinds().stream().anyMatch(one -> fits(node, one));
            case ValueType.Scalar scalar -> fits(node, scalar);
        };
    }

    private static boolean fits(Node node, ValueType.Scalar kind) {
        if (kind == ValueType.Scalar.ANY) {
            return true;
        }
        if (!(node instanceof Scalar scalar)) {
            return false;
        }
        return switch (kind) {
            // the services' readers make texts of numbers and booleans
            case STRING, ANY -> true;
            case INTEGER -> isWhole(scalar);
            case NUMBER -> scalar.asNumber().isPresent();
            case BOOLEAN -> scalar.asBoolean().isPresent();
            case NULL -> scalar.isNothing();
        };
    }

    private static boolean isWhole(Scalar scalar) {
        return scalar.asNumber()
                .filter(number -> number.stripTrailingZeros().scale() <= 0)
                .isPresent();
    }

    static String article(ValueType.Scalar kind) {
        return switch (kind) {
            case STRING -> "a text";
            case INTEGER -> "a whole number";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "nothing";
            case ANY -> "a value";
        };
    }

    /** What to write for a value of the wrong kind. */
    static String written(Node node, SchemaProperty property) {
        Optional<String> text = node.scalar().map(Scalar::text);
        if (property.type() instanceof ValueType.ListOf && text.isPresent()) {
            return property.name() + ": " + WordList.of(node.scalar().get(), property.name());
        }
        return property.name() + ": " + property.type();
    }

    static void bounds(Scalar scalar, SchemaProperty property, List<Deviation> found) {
        boolean text = property.pattern().isPresent() || isText(property.type());
        Optional<BigDecimal> measure =
                text ? Optional.of(BigDecimal.valueOf(scalar.text().length())) : scalar.asNumber();
        measure.filter(value -> isOutside(value, property))
                .ifPresent(value -> found.add(range(scalar, property, text)));
        property.pattern()
                .filter(
                        pattern ->
                                scalar.text().length() > LONGEST
                                        || !pattern.matcher(scalar.text()).find())
                .ifPresent(
                        pattern ->
                                found.add(
                                        new Deviation(
                                                Deviation.Kind.PATTERN,
                                                Severity.ERROR,
                                                scalar,
                                                property.name()
                                                        + " is "
                                                        + Spoken.quoted(scalar)
                                                        + ", which the service does not take"
                                                        + property.note()
                                                                .map(note -> ": " + note)
                                                                .orElse(""),
                                                property.name()
                                                        + ": "
                                                        + binary(scalar.text())
                                                                .filter(
                                                                        size ->
                                                                                pattern.matcher(
                                                                                                size)
                                                                                        .find())
                                                                .orElse(pattern.pattern()),
                                                List.of())));
    }

    /** A size as Kubernetes and its kin write it: {@code 56Gi} for {@code 56GB}. */
    private static Optional<String> binary(String text) {
        Matcher size = SIZE.matcher(text);
        return text.length() <= LONGEST && size.matches()
                ? Optional.of(size.group(1) + size.group(2).toUpperCase(Locale.ROOT) + "i")
                : Optional.empty();
    }

    private static boolean isText(ValueType type) {
        return switch (type) {
            case ValueType.Scalar scalar -> scalar == ValueType.Scalar.STRING;
            case ValueType.ListOf list -> isText(list.element());
            case ValueType.MapOf map -> isText(map.value());
            case ValueType.Reference reference -> false;
            case ValueType.OneOf several -> several.kinds().stream().allMatch(SchemaShapes::isText);
        };
    }

    private static boolean isOutside(BigDecimal value, SchemaProperty property) {
        return property.minimum().filter(least -> value.compareTo(least) < 0).isPresent()
                || property.maximum().filter(most -> value.compareTo(most) > 0).isPresent();
    }

    private static Deviation range(Scalar scalar, SchemaProperty property, boolean text) {
        String bounds =
                property.minimum().map(Spoken::number).map(least -> "at least " + least).orElse("")
                        + (property.minimum().isPresent() && property.maximum().isPresent()
                                ? " and "
                                : "")
                        + property.maximum()
                                .map(Spoken::number)
                                .map(most -> "at most " + most)
                                .orElse("");
        return new Deviation(
                Deviation.Kind.RANGE,
                Severity.ERROR,
                scalar,
                property.name()
                        + (text
                                ? " has a length of " + scalar.text().length()
                                : " is " + scalar.text())
                        + "; the service takes "
                        + bounds,
                property.name() + ": " + bounds,
                List.of());
    }
}
