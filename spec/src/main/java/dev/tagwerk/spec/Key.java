package dev.tagwerk.spec;

import java.util.Optional;
import java.util.function.Function;

/**
 * One key of the language. Everything that is known about it stands here; parsing, defaults,
 * messages, JSON, schema and the reference in the docs are derived.
 *
 * @param section the mapping it stands in; empty for the top of the file
 * @param doc one sentence for editors and the reference
 */
record Key<T>(
        String section, String name, Type<T> type, Fallback<T> fallback, Scope scope, String doc) {
    static String join(String section, String name) {
        return section.isEmpty() ? name : section + "." + name;
    }

    String path() {
        return join(section, name);
    }

    /** The value, checked; for the constructors of records. */
    T require(T value) {
        Optional<String> complaint = type.complaint(value);
        if (complaint.isPresent()) {
            throw new SpecException(path() + " " + complaint.get());
        }
        return value;
    }

    static <T> Key<T> of(String section, String name, Type<T> type, String doc) {
        return new Key<>(section, name, type, new Fallback.Required<>(), Scope.EVERYWHERE, doc);
    }

    Key<T> or(T value) {
        return new Key<>(section, name, type, new Fallback.Fixed<>(value), scope, doc);
    }

    Key<T> or(String words, Function<Values, Optional<T>> value) {
        return new Key<>(section, name, type, new Fallback.Derived<>(value, words), scope, doc);
    }

    Key<T> unless(Key<?> other) {
        return new Key<>(section, name, type, new Fallback.Unless<>(other), scope, doc);
    }

    Key<T> optional() {
        return new Key<>(section, name, type, new Fallback.Absent<>(), scope, doc);
    }

    Key<T> only(Task task) {
        return new Key<>(section, name, type, fallback, Scope.of(task), doc);
    }

    Key<T> only(Method... methods) {
        return new Key<>(section, name, type, fallback, Scope.of(methods), doc);
    }
}
