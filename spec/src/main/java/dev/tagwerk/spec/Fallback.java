package dev.tagwerk.spec;

import java.util.Optional;
import java.util.function.Function;

/** What holds where a key is not written. */
sealed interface Fallback<T> {
    /** The key must be written. */
    record Required<T>() implements Fallback<T> {}

    /** The key must be written, unless another one is that says the same. */
    record Unless<T>(Key<?> other) implements Fallback<T> {}

    /** There is then no such value. */
    record Absent<T>() implements Fallback<T> {}

    record Fixed<T>(T value) implements Fallback<T> {}

    /**
     * A default that follows from keys read before.
     *
     * @param words how it follows
     */
    record Derived<T>(Function<Values, Optional<T>> value, String words) implements Fallback<T> {}
}
