package dev.tagwerk.runfolder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The two directions between JSON and values. Trees instead of data binding: the formats outlive
 * the records, and a missing field is named instead of becoming a zero.
 */
final class Json {
    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] line(JsonNode node) {
        try {
            return (MAPPER.writeValueAsString(node) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree is always writable", impossible);
        }
    }

    static byte[] pretty(JsonNode node) {
        try {
            String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
            return (text + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree is always writable", impossible);
        }
    }

    /** Parses one JSON object. */
    static ObjectNode parse(byte[] bytes) {
        try {
            JsonNode node = MAPPER.readTree(bytes);
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw new IllegalArgumentException("not a JSON object");
        } catch (JsonProcessingException torn) {
            throw new IllegalArgumentException("not JSON: " + torn.getOriginalMessage(), torn);
        } catch (IOException torn) {
            throw new IllegalArgumentException("not JSON", torn);
        }
    }

    static JsonNode field(JsonNode object, String name) {
        JsonNode node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            throw new IllegalArgumentException("field '" + name + "' is missing");
        }
        return node;
    }

    static String text(JsonNode object, String name) {
        JsonNode node = field(object, name);
        if (!node.isTextual()) {
            throw new IllegalArgumentException("field '" + name + "' is not a text");
        }
        return node.textValue();
    }

    static Optional<String> optionalText(JsonNode object, String name) {
        JsonNode node = object.path(name);
        return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
    }

    static long integer(JsonNode object, String name) {
        JsonNode node = field(object, name);
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw new IllegalArgumentException("field '" + name + "' is not a whole number");
        }
        return node.longValue();
    }

    static int small(JsonNode object, String name) {
        long value = integer(object, name);
        if (value != (int) value) {
            throw new IllegalArgumentException("field '" + name + "' is out of range: " + value);
        }
        return (int) value;
    }

    static double number(JsonNode object, String name) {
        return number(name, field(object, name));
    }

    /** JSON has no NaN and no infinity; Jackson writes them as texts, which we read back. */
    private static double number(String name, JsonNode node) {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isTextual()) {
            switch (node.textValue()) {
                case "NaN":
                    return Double.NaN;
                case "Infinity":
                    return Double.POSITIVE_INFINITY;
                case "-Infinity":
                    return Double.NEGATIVE_INFINITY;
                default:
                    break;
            }
        }
        throw new IllegalArgumentException("field '" + name + "' is not a number");
    }

    static boolean flag(JsonNode object, String name) {
        JsonNode node = field(object, name);
        if (!node.isBoolean()) {
            throw new IllegalArgumentException("field '" + name + "' is not true or false");
        }
        return node.booleanValue();
    }

    static Map<String, Double> numbers(JsonNode object, String name) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : field(object, name).properties()) {
            numbers.put(entry.getKey(), number(entry.getKey(), entry.getValue()));
        }
        return numbers;
    }

    static Map<String, String> texts(JsonNode object, String name) {
        JsonNode node = field(object, name);
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            texts.put(entry.getKey(), text(node, entry.getKey()));
        }
        return texts;
    }
}
