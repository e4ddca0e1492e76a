package dev.tagwerk.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Data for programs: what {@code --json} prints. Keys are snake_case. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static void print(Shell shell, JsonNode node) {
        shell.out().print(text(node));
    }

    /** As it is printed, with its last line break. */
    static String text(JsonNode node) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node)
                    + System.lineSeparator();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of nodes is always JSON", impossible);
        }
    }
}
