package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Takes values out of a row's JSON; every problem names the key. */
final class Fields {
    private Fields() {}

    static JsonNode required(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = row.get(key);
        if (node == null) {
            throw new JsonLine.Fault("`" + key + "` is missing");
        }
        return node;
    }

    static String text(ObjectNode row, String key) throws JsonLine.Fault {
        return text(key, required(row, key));
    }

    /** The text at a key; empty where it is missing or {@code null}. */
    static Optional<String> optionalText(ObjectNode row, String key) throws JsonLine.Fault {
        JsonNode node = row.path(key);
        return node.isMissingNode() || node.isNull()
                ? Optional.empty()
                : Optional.of(text(key, node));
    }

    static String text(String path, JsonNode node) throws JsonLine.Fault {
        if (!node.isTextual()) {
            throw wrongType(path, "text", node);
        }
        return wellFormed(path, node.textValue());
    }

    /** Half a surrogate pair is no character: no tokenizer can encode it. */
    static String wellFormed(String path, String text) throws JsonLine.Fault {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new JsonLine.Fault(
                        String.format(
                                "`%s` holds half a surrogate pair (\\u%04x), which is no character",
                                path, (int) c));
            }
        }
        return text;
    }

    static JsonLine.Fault wrongType(String path, String expected, JsonNode found) {
        return new JsonLine.Fault(
                "`" + path + "` must be " + expected + ", not " + Content.typeName(found));
    }
}
