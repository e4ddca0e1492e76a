package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The makers of JSON values. */
final class Json {
    static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private Json() {}

    /** The schema of a value that refers to inputs. */
    static ObjectNode input() {
        return MAKE.objectNode().put("$ref", "#/$defs/input");
    }

    static ObjectNode schema(String type) {
        return MAKE.objectNode().put("type", type);
    }
}
