package dev.tagwerk.spec;

import java.util.Optional;

/**
 * Where a key has a meaning.
 *
 * @param task the only task that reads it; empty when every task does
 * @param method the only method that reads it; empty when every method does
 */
record Scope(Optional<Task> task, Optional<Method> method) {
    static final Scope EVERYWHERE = new Scope(Optional.empty(), Optional.empty());

    static Scope of(Task task) {
        return new Scope(Optional.of(task), Optional.empty());
    }

    static Scope of(Method method) {
        return new Scope(Optional.empty(), Optional.of(method));
    }
}
