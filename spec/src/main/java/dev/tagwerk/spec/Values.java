package dev.tagwerk.spec;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The values of one job by key, and where in a file they were written. Not thread-safe. */
final class Values {
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Place> written = new HashMap<>();

    <T> Values put(Key<T> key, T value) {
        values.put(key.path(), value);
        return this;
    }

    <T> Values put(Key<T> key, Optional<T> value) {
        value.ifPresent(present -> values.put(key.path(), present));
        return this;
    }

    /** The one place where a key's type is taken on trust: {@link #put} let nothing else in. */
    @SuppressWarnings("unchecked")
    <T> Optional<T> find(Key<T> key) {
        return Optional.ofNullable((T) values.get(key.path()));
    }

    <T> T get(Key<T> key) {
        return find(key).orElseThrow(() -> new SpecException(key.path() + " is missing"));
    }

    int whole(Key<Long> key) {
        return Math.toIntExact(get(key));
    }

    <T> boolean is(Key<T> key, T value) {
        return find(key).equals(Optional.of(value));
    }

    void written(Key<?> key, Place at) {
        written.put(key.path(), at);
    }

    /** Whether the file itself says something about the key; false for values made in code. */
    boolean isWritten(Key<?> key) {
        return written.containsKey(key.path());
    }

    Optional<Place> place(Key<?> key) {
        return Optional.ofNullable(written.get(key.path()));
    }

    /** The same values as if no file had been involved. */
    Values unwritten() {
        Values copy = new Values();
        copy.values.putAll(values);
        return copy;
    }
}
