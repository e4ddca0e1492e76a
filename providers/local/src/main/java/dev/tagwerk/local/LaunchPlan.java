package dev.tagwerk.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.Payload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The payload of this provider: everything that decides which process is started.
 *
 * @param inherit names of variables that are taken from the caller's environment where they are set
 */
record LaunchPlan(
        String attempt,
        Path runFolder,
        List<String> arguments,
        Map<String, String> environment,
        List<String> inherit) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    Payload payload() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("attempt", attempt);
        node.put("run_folder", runFolder.toString());
        ArrayNode words = node.putArray("arguments");
        arguments.forEach(words::add);
        ObjectNode variables = node.putObject("environment");
        environment.forEach(variables::put);
        ArrayNode names = node.putArray("inherit");
        inherit.forEach(names::add);
        try {
            return new Payload(
                    MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n");
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree is always writable", impossible);
        }
    }

    static LaunchPlan read(Payload payload) {
        JsonNode node;
        try {
            node = MAPPER.readTree(payload.text());
        } catch (JsonProcessingException foreign) {
            throw new IllegalArgumentException("payload: not made by this provider", foreign);
        }
        Map<String, String> environment = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> variable : node.path("environment").properties()) {
            environment.put(variable.getKey(), variable.getValue().asText());
        }
        return new LaunchPlan(
                node.path("attempt").asText(),
                Path.of(node.path("run_folder").asText()),
                texts(node.path("arguments")),
                environment,
                texts(node.path("inherit")));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
