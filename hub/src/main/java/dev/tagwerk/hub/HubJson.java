package dev.tagwerk.hub;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** JSON from and for the cache; bounded in depth. */
final class HubJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(
                    JsonFactory.builder()
                            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                            .streamReadConstraints(
                                    StreamReadConstraints.builder()
                                            .maxNestingDepth(64)
                                            .maxNumberLength(64)
                                            .build())
                            .build());

    private HubJson() {}

    static ObjectNode make() {
        return MAPPER.createObjectNode();
    }

    /** The object in a text; null when it holds none. */
    static @Nullable ObjectNode object(String text) {
        JsonNode node = tree(text);
        return node instanceof ObjectNode object ? object : null;
    }

    /** The value in a text; null when it is no JSON. */
    static @Nullable JsonNode tree(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException broken) {
            return null;
        }
    }

    static String pretty(JsonNode node) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of nodes is always JSON", impossible);
        }
    }
}
