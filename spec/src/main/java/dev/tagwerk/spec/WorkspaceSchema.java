package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code tagwerk.yaml} as JSON Schema 2020-12, for editors. */
public final class WorkspaceSchema {
    private WorkspaceSchema() {}

    /** The schema's text. */
    public static String json() {
        ObjectNode root = mapping(WorkspaceKeys.top());
        ObjectNode schema = Json.MAKE.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Tagwerk project");
        schema.setAll(root);
        schema.putArray("type").add("object").add("null");
        ObjectNode properties = (ObjectNode) schema.get("properties");
        properties.putObject("$schema").put("type", "string");
        ObjectNode rates = properties.putObject(WorkspaceKeys.RATES);
        rates.put("description", "Exchange rates by pair: EUR/USD says euros for one dollar.");
        rates.putArray("type").add("object").add("null");
        rates.putObject("propertyNames").put("pattern", "^[A-Z]{3}/[A-Z]{3}$");
        rates.set("additionalProperties", mapping(WorkspaceKeys.rate()));
        ObjectNode places =
                mapping(
                        List.of(ByteStore.values()).stream()
                                .<Key<?>>map(WorkspaceKeys::place)
                                .toList());
        places.putArray("type").add("object").add("null");
        places.put("description", "Where bytes lie besides the machine.");
        properties.set(WorkspaceKeys.PLACES, places);
        ObjectNode hardware = properties.putObject(WorkspaceKeys.HARDWARE);
        hardware.put("description", "Machines of your own.");
        hardware.putArray("type").add("array").add("null");
        hardware.set("items", mapping(HardwareKeys.all()));
        // lists of the job language allow references to inputs, which this file has not
        schema.putObject("$defs").put("input", false);
        return schema.toPrettyString() + "\n";
    }

    private static ObjectNode mapping(List<Key<?>> keys) {
        ObjectNode mapping = Json.schema("object").put("additionalProperties", false);
        ObjectNode properties = mapping.putObject("properties");
        ArrayNode required = Json.MAKE.arrayNode();
        for (Key<?> key : keys) {
            properties.set(key.name(), key.type().schema().put("description", key.doc()));
            if (key.fallback() instanceof Fallback.Required<?>) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            mapping.set("required", required);
        }
        return mapping;
    }
}
