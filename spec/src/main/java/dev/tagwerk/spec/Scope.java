package dev.tagwerk.spec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a key has a meaning.
 *
 * @param task the only task that reads it; empty when every task does
 * @param methods the methods that read it
 */
record Scope(Optional<Task> task, List<Method> methods) {
    static final Scope EVERYWHERE = new Scope(Optional.empty(), List.of(Method.values()));

    static Scope of(Task task) {
        return new Scope(Optional.of(task), List.of(Method.values()));
    }

    static Scope of(Method... methods) {
        return new Scope(Optional.empty(), List.of(methods));
    }

    /** The methods that read it, as a job file says them. */
    String methodWords() {
        return methods.stream().map(Method::word).collect(Collectors.joining(" or "));
    }
}
