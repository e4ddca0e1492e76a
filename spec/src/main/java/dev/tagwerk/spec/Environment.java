package dev.tagwerk.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Variables of a container, in the order of the file.
 *
 * @param variables values by name; empty where the caller's environment has the value
 */
public record Environment(Map<String, Optional<String>> variables) {
    public static final Environment NONE = new Environment(Map.of());

    public Environment {
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }
}
