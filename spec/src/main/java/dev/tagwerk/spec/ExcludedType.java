package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** A list of layer names, or a regular expression: what {@link TargetsType} has but all of them. */
record ExcludedType() implements Type<Targets> {
    private static final TargetsType TARGETS = new TargetsType();

    @Override
    public Optional<Targets> read(Tree value, Reading reading) {
        return TARGETS.read(value, reading);
    }

    @Override
    public Optional<String> complaint(Targets value) {
        return value instanceof Targets.AllLinear
                ? Optional.of("leaves nothing to train: name the layers to leave out")
                : TARGETS.complaint(value);
    }

    @Override
    public JsonNode json(Targets value) {
        return TARGETS.json(value);
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = TARGETS.schema();
        schema.withArray("anyOf").remove(0);
        return schema;
    }

    @Override
    public String describe() {
        return "a list of layer names such as [down_proj], or a regular expression such as"
                + " '.*\\.0\\..*'";
    }
}
