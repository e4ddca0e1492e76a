package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The job language as JSON Schema 2020-12, for editors; derived from the table that parses. It
 * accepts whatever the parser accepts, and refuses most of what the parser refuses.
 */
public final class JobSchema {
    private JobSchema() {}

    /** The schema's text. */
    public static String json() {
        ObjectNode root = Json.MAKE.objectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Tagwerk job");
        root.put("type", "object");
        ArrayNode required = root.putArray("required");
        required.add(CommonKeys.KIND.name());
        root.putObject("properties").set(CommonKeys.KIND.name(), property(CommonKeys.KIND));
        ArrayNode kinds = root.putArray("allOf");
        ObjectNode definitions = root.putObject("$defs");
        definitions
                .putObject("input")
                .put("type", "string")
                .put("description", "A value with references to inputs.")
                .put("pattern", "\\$\\{\\{\\s*inputs\\.[A-Za-z_][A-Za-z0-9_-]*\\s*\\}\\}");
        for (Kind kind : Kind.values()) {
            ObjectNode branch = kinds.addObject();
            branch.set("if", condition(CommonKeys.KIND.name(), kind.word()));
            branch.putObject("then").put("$ref", "#/$defs/" + kind.word());
            definitions.set(kind.word(), job(KeyTable.of(kind)));
        }
        return root.toPrettyString() + "\n";
    }

    private static ObjectNode job(KeyTable table) {
        ObjectNode job = section(table, CommonKeys.TOP);
        ObjectNode properties = (ObjectNode) job.get("properties");
        properties.putObject("$schema").put("type", "string");
        properties.set(CommonKeys.INPUTS, inputs());
        ArrayNode required = (ArrayNode) job.get("required");
        for (Map.Entry<String, String> entry : table.sections().entrySet()) {
            ObjectNode section = section(table, entry.getKey());
            section.put("description", entry.getValue());
            if (table.section(entry.getKey()).stream().noneMatch(JobSchema::needed)) {
                section.putArray("type").add("object").add("null");
            } else {
                required.add(entry.getKey());
            }
            properties.set(entry.getKey(), section);
        }
        ArrayNode rules = job.putArray("allOf");
        for (Task task : Task.values()) {
            scope(
                    table,
                    CommonKeys.TASK,
                    task.word(),
                    rules,
                    key -> key.scope().task().filter(only -> only != task).isPresent());
        }
        for (Method method : Method.values()) {
            scope(
                    table,
                    TrainingKeys.METHOD,
                    method.word(),
                    rules,
                    key -> !key.scope().methods().contains(method));
        }
        if (rules.isEmpty()) {
            job.remove("allOf");
        }
        return job;
    }

    private static boolean needed(Key<?> key) {
        return key.fallback() instanceof Fallback.Required<?>
                || key.fallback() instanceof Fallback.Unless<?>;
    }

    private static ObjectNode inputs() {
        ObjectNode inputs = Json.MAKE.objectNode();
        inputs.putArray("type").add("object").add("null");
        inputs.put("description", "Parameters with their defaults; used as ${{ inputs.name }}.");
        ArrayNode types = inputs.putObject("additionalProperties").putArray("type");
        List.of("string", "number", "boolean", "null").forEach(types::add);
        return inputs;
    }

    private static ObjectNode section(KeyTable table, String name) {
        ObjectNode section = Json.MAKE.objectNode().put("type", "object");
        section.put("additionalProperties", false);
        ArrayNode required = section.putArray("required");
        ObjectNode properties = section.putObject("properties");
        for (Key<?> key : table.section(name)) {
            properties.set(key.name(), property(key));
            if (key.fallback() instanceof Fallback.Required<?>) {
                required.add(key.name());
            }
        }
        ArrayNode either = Json.MAKE.arrayNode();
        for (Key<?> key : table.section(name)) {
            if (key.fallback() instanceof Fallback.Unless<?>(Key<?> other)) {
                ArrayNode one = either.addObject().putArray("anyOf");
                one.addObject().putArray("required").add(key.name());
                one.addObject().putArray("required").add(other.name());
            }
        }
        for (KeyTable.Either pair : table.either()) {
            if (pair.one().section().equals(name)) {
                either.addObject()
                        .putObject("not")
                        .putArray("required")
                        .add(pair.one().name())
                        .add(pair.other().name());
            }
        }
        if (!either.isEmpty()) {
            section.set("allOf", either);
        }
        return section;
    }

    private static <T> ObjectNode property(Key<T> key) {
        ObjectNode property = Json.MAKE.objectNode();
        property.put("description", key.doc() + suffix(key.fallback()));
        if (key.fallback() instanceof Fallback.Fixed<T>(T value)) {
            property.set("default", key.type().json(value));
        }
        ObjectNode schema = key.type().schema();
        if (key.equals(CommonKeys.KIND)) {
            return property.setAll(schema);
        }
        ArrayNode choices = property.putArray("anyOf");
        choices.add(schema);
        choices.add(Json.input());
        return property;
    }

    private static String suffix(Fallback<?> fallback) {
        return fallback instanceof Fallback.Derived<?> derived
                ? " Default: " + derived.words() + "."
                : "";
    }

    /** Keys that have no meaning when another key has a certain value. */
    private static void scope(
            KeyTable table,
            Key<?> decider,
            String word,
            ArrayNode rules,
            Predicate<Key<?>> refused) {
        List<Key<?>> keys = table.keys().stream().filter(refused).toList();
        if (keys.isEmpty()) {
            return;
        }
        ObjectNode rule = rules.addObject();
        ObjectNode condition = condition(decider.name(), word);
        if (decider.section().isEmpty()) {
            rule.set("if", condition);
        } else {
            ObjectNode outer = rule.putObject("if");
            outer.putObject("properties").set(decider.section(), condition);
            outer.putArray("required").add(decider.section());
        }
        ObjectNode then = rule.putObject("then").putObject("properties");
        for (Key<?> key : keys) {
            ObjectNode holder =
                    key.section().isEmpty()
                            ? then
                            : then.withObjectProperty(key.section())
                                    .withObjectProperty("properties");
            holder.put(key.name(), false);
        }
    }

    private static ObjectNode condition(String name, String word) {
        ObjectNode condition = Json.MAKE.objectNode();
        condition.putObject("properties").putObject(name).put("const", word);
        condition.putArray("required").add(name);
        return condition;
    }
}
