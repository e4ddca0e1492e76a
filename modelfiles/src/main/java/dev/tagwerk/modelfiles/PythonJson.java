package dev.tagwerk.modelfiles;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON as Python's {@code json.dumps(value, indent=2, sort_keys=True)} writes it. */
final class PythonJson {
    private PythonJson() {}

    static String write(Map<String, ? extends @Nullable Object> object) {
        StringBuilder json = new StringBuilder();
        write(json, object, 0);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value, int depth) {
        switch (value) {
            case null -> json.append("null");
            case String text -> quote(json, text);
            case Map<?, ?> map -> object(json, map, depth);
            case Collection<?> list -> {
                if (list.isEmpty()) {
                    json.append("[]");
                    return;
                }
                String separator = "[";
                for (Object each : list) {
                    json.append(separator);
                    line(json, depth + 1);
                    write(json, each, depth + 1);
                    separator = ",";
                }
                line(json, depth);
                json.append(']');
            }
            default -> json.append(value);
        }
    }

    private static void object(StringBuilder json, Map<?, ?> map, int depth) {
        if (map.isEmpty()) {
            json.append("{}");
            return;
        }
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        String separator = "{";
        for (Map.Entry<String, @Nullable Object> field : sorted.entrySet()) {
            json.append(separator);
            line(json, depth + 1);
            quote(json, field.getKey());
            json.append(": ");
            write(json, field.getValue(), depth + 1);
            separator = ",";
        }
        line(json, depth);
        json.append('}');
    }

    private static void line(StringBuilder json, int depth) {
        json.append('\n').append("  ".repeat(depth));
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20 || c > 0x7E) {
                        json.append("\\u%04x".formatted((int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
