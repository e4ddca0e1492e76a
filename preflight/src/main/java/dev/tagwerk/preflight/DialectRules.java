package dev.tagwerk.preflight;

import dev.tagwerk.formats.Dialect;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.spec.Yaml11;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Unquoted values that the file's own tool takes for something else than its author. */
final class DialectRules {
    private static final Pattern SEXAGESIMAL =
            Pattern.compile("[-+]?\\d{1,4}(?::[0-5]?\\d){1,3}(?:\\.\\d*)?");
    private static final Pattern EXPONENT = Pattern.compile("[-+]?\\d+(?:\\.\\d*)?[eE][-+]?\\d+");

    private DialectRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-YML-001", DialectRules::sexagesimal,
                "TW-YML-002", DialectRules::strategy,
                "TW-YML-003", DialectRules::exponent);
    }

    private static Stream<Field> fields(Subject subject) {
        return subject.documents().stream()
                .map(Document::root)
                .flatMap(Node::walk)
                .flatMap(node -> node.fields().stream())
                .filter(
                        field ->
                                field.value()
                                        .scalar()
                                        .filter(value -> value.dialect() == Dialect.PYYAML)
                                        .filter(value -> !value.isQuoted())
                                        .isPresent());
    }

    /** {@code 4:45:00} is 17,100 in YAML 1.1. */
    private static void sexagesimal(Subject subject, Findings findings) {
        fields(subject)
                .map(field -> (Scalar) field.value())
                .filter(value -> SEXAGESIMAL.matcher(value.text()).matches())
                .filter(value -> isNumber(value))
                .forEach(
                        value ->
                                findings.addAtValue(
                                        value,
                                        value.text()
                                                + " without quotes is the number "
                                                + Yaml11.of(value.text()).canonical()
                                                + " for the tool that reads this file",
                                        "\"" + value.text() + "\"",
                                        quoted(value)));
    }

    private static boolean isNumber(Scalar value) {
        return value.kind() == Scalar.Kind.WHOLE || value.kind() == Scalar.Kind.REAL;
    }

    /** {@code save_strategy: no} hands the program a false. */
    private static void strategy(Subject subject, Findings findings) {
        fields(subject)
                .filter(
                        field ->
                                field.name().endsWith("_strategy")
                                        || field.name().equals("report_to")
                                        || field.name().equals("restartPolicy"))
                .map(field -> (Scalar) field.value())
                .filter(value -> value.kind() == Scalar.Kind.BOOLEAN)
                .filter(value -> !value.text().equalsIgnoreCase("false"))
                .filter(value -> !value.text().equalsIgnoreCase("true"))
                .forEach(
                        value ->
                                findings.addAtValue(
                                        value,
                                        value.text()
                                                + " without quotes is the boolean "
                                                + Yaml11.of(value.text()).canonical()
                                                + " for the tool that reads this file",
                                        "\"" + value.text() + "\"",
                                        quoted(value)));
    }

    /** {@code 1e-4} is a text for PyYAML; some programs convert it, some do not. */
    private static void exponent(Subject subject, Findings findings) {
        fields(subject)
                .map(field -> (Scalar) field.value())
                .filter(value -> EXPONENT.matcher(value.text()).matches())
                .filter(value -> value.kind() == Scalar.Kind.TEXT)
                .forEach(
                        value ->
                                findings.addAtValue(
                                        value,
                                        value.text()
                                                + " is a text for the tool that reads this file:"
                                                + " YAML 1.1 wants a point and a sign in it",
                                        pointed(value.text()),
                                        new Edit(
                                                value.source(),
                                                value.span(),
                                                pointed(value.text()))));
    }

    private static String pointed(String text) {
        int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
        String mantissa = text.substring(0, exponent);
        String power = text.substring(exponent + 1);
        return (mantissa.indexOf('.') < 0 ? mantissa + ".0" : mantissa)
                + "e"
                + (power.startsWith("-") || power.startsWith("+") ? power : "+" + power);
    }

    private static Edit quoted(Scalar value) {
        return new Edit(value.source(), value.span(), "\"" + value.text() + "\"");
    }
}
