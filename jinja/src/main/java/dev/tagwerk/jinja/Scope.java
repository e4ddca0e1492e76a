package dev.tagwerk.jinja;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a block; those of the blocks around it are seen, and not changed. */
final class Scope {
    private final @Nullable Scope outer;
    private final Map<String, Value> variables = new HashMap<>();

    Scope(@Nullable Scope outer) {
        this.outer = outer;
    }

    Value get(String name) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            Value value = scope.variables.get(name);
            if (value != null) {
                return value;
            }
        }
        return new Value.Undefined(name);
    }

    void set(String name, Value value) {
        variables.put(name, value);
    }
}
