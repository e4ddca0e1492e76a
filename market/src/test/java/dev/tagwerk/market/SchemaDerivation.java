package dev.tagwerk.market;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Derives a schema's table from the published JSON Schema: every type that can be reached from the
 * roots, one row a property. What it does not understand it refuses, so that nothing is dropped
 * silently.
 */
final class SchemaDerivation {
    static final String HEADER =
            "type\tproperty\tvalue\trequired\taccess\tvalues\tminimum\tmaximum\tpattern\tdefault\tsince\tsource\tnote\n";

    private static final Pattern LOWEST = Pattern.compile("Minimum value is (\\d+)");
    private static final Pattern HIGHEST = Pattern.compile("Maximum value is (\\d+)");
    private static final String DEFINITIONS = "#/definitions/";

    private final JsonNode definitions;
    private final Set<String> opaque;
    private final Map<String, List<String>> rows = new TreeMap<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    private SchemaDerivation(JsonNode definitions, Set<String> opaque) {
        this.definitions = definitions;
        this.opaque = opaque;
    }

    /**
     * @param roots type names to the nodes that define them
     * @param opaque definitions that are of no concern: their values may be anything
     */
    static String table(
            String remark, JsonNode definitions, Map<String, JsonNode> roots, Set<String> opaque) {
        SchemaDerivation derivation = new SchemaDerivation(definitions, opaque);
        roots.forEach(derivation::type);
        while (!derivation.waiting.isEmpty()) {
            String name = derivation.waiting.poll();
            if (!derivation.rows.containsKey(name)) {
                derivation.type(name, definitions.get(name));
            }
        }
        StringBuilder text = new StringBuilder("# " + remark + "\n" + HEADER);
        derivation
                .rows
                .values()
                .forEach(lines -> lines.forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }

    private void type(String name, JsonNode node) {
        List<String> lines = new ArrayList<>();
        rows.put(name, lines);
        lines.add(row(name, ".", "closed", "", new String[0]));
        JsonNode base = node;
        if (node.has("allOf")) {
            base = node.get("allOf").get(0);
            JsonNode variants = node.get("allOf").get(1).get("oneOf");
            String discriminator = null;
            List<String> variantRows = new ArrayList<>();
            for (JsonNode variant : variants) {
                JsonNode fixed = variant.get("allOf").get(1).get("properties");
                discriminator = fixed.fieldNames().next();
                variantRows.add(
                        row(
                                name,
                                "=" + fixed.get(discriminator).get("const").asText(),
                                value(variant.get("allOf").get(0)),
                                "",
                                new String[0]));
            }
            lines.add(row(name, "?", discriminator, "", new String[0]));
            lines.addAll(variantRows);
        }
        Set<String> required = new TreeSet<>();
        base.path("required").forEach(one -> required.add(one.asText()));
        Map<String, JsonNode> properties = new TreeMap<>();
        base.path("properties")
                .properties()
                .forEach(one -> properties.put(one.getKey(), one.getValue()));
        properties.forEach(
                (property, definition) ->
                        lines.add(
                                row(
                                        name,
                                        property,
                                        property.equals("resources")
                                                        && definition.path("items").has("oneOf")
                                                ? "any[]"
                                                : value(definition),
                                        required.contains(property) ? "yes" : "",
                                        limits(definition))));
    }

    private String value(JsonNode node) {
        if (node.has("$ref")) {
            return reference(node.get("$ref").asText());
        }
        if (node.has("allOf")) {
            return value(node.get("allOf").get(0));
        }
        if (node.has("anyOf")) {
            List<String> kinds = new ArrayList<>();
            node.get("anyOf").forEach(kind -> kinds.add(value(kind)));
            kinds.sort((left, right) -> Boolean.compare(left.equals("null"), right.equals("null")));
            return String.join("|", kinds);
        }
        return switch (node.path("type").asText("any")) {
            case "array" -> value(node.get("items")) + "[]";
            case "object" -> object(node);
            case "string", "integer", "number", "boolean", "null", "any" ->
                    node.path("type").asText("any");
            default -> throw new IllegalStateException("kind of value not understood: " + node);
        };
    }

    private String object(JsonNode node) {
        if (node.path("properties").size() > 0) {
            throw new IllegalStateException("an object without a name: " + node);
        }
        return node.has("additionalProperties") && node.get("additionalProperties").isObject()
                ? value(node.get("additionalProperties")) + "{}"
                : "any{}";
    }

    private String reference(String reference) {
        String name = reference.substring(DEFINITIONS.length());
        JsonNode target = definitions.get(name);
        if (opaque.contains(name)) {
            return "any";
        }
        if (target.has("enum") || (!target.has("allOf") && target.path("properties").isEmpty())) {
            return value(target);
        }
        waiting.add(name);
        return name;
    }

    /** values, minimum, maximum, pattern, default. */
    private String[] limits(JsonNode node) {
        JsonNode plain = plain(node);
        List<String> values = new ArrayList<>();
        plain.path("enum").forEach(one -> values.add(one.asText()));
        String description = node.path("description").asText();
        return new String[] {
            String.join("|", values),
            first(
                    plain.path("minimum").asText(plain.path("minLength").asText()),
                    LOWEST,
                    description),
            first(
                    plain.path("maximum").asText(plain.path("maxLength").asText()),
                    HIGHEST,
                    description),
            plain.path("pattern").asText(),
            node.path("default").asText()
        };
    }

    /**
     * Where the enumeration, range or pattern stands: at the element of a list, behind a reference.
     */
    private JsonNode plain(JsonNode node) {
        if (node.has("$ref")) {
            JsonNode target =
                    definitions.get(node.get("$ref").asText().substring(DEFINITIONS.length()));
            return target.has("enum") ? target : node;
        }
        if (node.path("allOf").size() == 1) {
            return plain(node.get("allOf").get(0));
        }
        if (node.has("anyOf")) {
            for (JsonNode kind : node.get("anyOf")) {
                if (!kind.path("type").asText().equals("null")) {
                    return plain(kind);
                }
            }
        }
        return node.has("items") ? plain(node.get("items")) : node;
    }

    private static String first(String stated, Pattern pattern, String description) {
        if (!stated.isEmpty()) {
            return stated;
        }
        Matcher found = pattern.matcher(description);
        return found.find() ? found.group(1) : "";
    }

    private static String row(
            String type, String property, String value, String required, String[] limits) {
        String[] cells = limits.length == 0 ? new String[] {"", "", "", "", ""} : limits;
        return String.join(
                "\t", type, property, value, required, "", cells[0], cells[1], cells[2], cells[3],
                cells[4], "", "", "");
    }
}
