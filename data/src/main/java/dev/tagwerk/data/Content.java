package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Iterator;
import java.util.Map;

/**
 * Text or JSON of a row as the text that the prompt shows: text trimmed, JSON indented by 2 with
 * its keys in the order given and without ASCII escaping, byte for byte what Python's {@code
 * json.dumps(value, indent=2, ensure_ascii=False)} writes, because models were trained on that.
 */
public final class Content {
    private Content() {}

    public static String render(JsonNode node) {
        if (node.isTextual()) {
            return Whitespace.trim(node.textValue());
        }
        StringBuilder out = new StringBuilder();
        write(node, "\n", out);
        return out.toString();
    }

    private static void write(JsonNode node, String indent, StringBuilder out) {
        if (node.isObject()) {
            writeObject(node, indent, out);
        } else if (node.isArray()) {
            writeArray(node, indent, out);
        } else if (node.isTextual()) {
            writeString(node.textValue(), out);
        } else if (node.isFloatingPointNumber()) {
            out.append(number(node.doubleValue()));
        } else {
            out.append(node.asText());
        }
    }

    private static void writeObject(JsonNode node, String indent, StringBuilder out) {
        if (node.isEmpty()) {
            out.append("{}");
            return;
        }
        String deeper = indent + "  ";
        char before = '{';
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            out.append(before).append(deeper);
            writeString(field.getKey(), out);
            out.append(": ");
            write(field.getValue(), deeper, out);
            before = ',';
        }
        out.append(indent).append('}');
    }

    private static void writeArray(JsonNode node, String indent, StringBuilder out) {
        if (node.isEmpty()) {
            out.append("[]");
            return;
        }
        String deeper = indent + "  ";
        char before = '[';
        for (Iterator<JsonNode> elements = node.elements(); elements.hasNext(); ) {
            out.append(before).append(deeper);
            write(elements.next(), deeper, out);
            before = ',';
        }
        out.append(indent).append(']');
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\f' -> out.append("\\f");
                case '\b' -> out.append("\\b");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /**
     * Python's {@code repr} of a float: the shortest digits, positional from 1e-4 to below 1e16.
     */
    static String number(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        // Java writes two digits at least: 4.9E-324 where one, 5e-324, tells the value as well
        BigDecimal shorter = shortest.round(new MathContext(1));
        if (shorter.doubleValue() == value) {
            shortest = shorter.stripTrailingZeros();
        }
        String digits = shortest.unscaledValue().abs().toString();
        int point = digits.length() - shortest.scale(); // value = 0.digits x 10^point
        StringBuilder out = new StringBuilder(value < 0 ? "-" : "");
        if (point > 16 || point < -3) {
            int exponent = point - 1;
            out.append(digits.charAt(0));
            if (digits.length() > 1) {
                out.append('.').append(digits, 1, digits.length());
            }
            out.append('e').append(exponent < 0 ? '-' : '+');
            out.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent));
        } else if (point <= 0) {
            out.append("0.").append("0".repeat(-point)).append(digits);
        } else if (point >= digits.length()) {
            out.append(digits).append("0".repeat(point - digits.length())).append(".0");
        } else {
            out.append(digits, 0, point).append('.').append(digits, point, digits.length());
        }
        return out.toString();
    }

    /** The JSON type in words, for messages. */
    static String typeName(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
            case MISSING -> "nothing";
            case BINARY, POJO -> "a value of another kind";
        };
    }
}
