package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The circumstances under which a value is read.
 *
 * @param path YAML path of the value
 * @param folder where relative paths start
 * @param home what {@code ~} means; empty where nobody said
 * @param resolved whether the text is a resolved job, in which every path must be absolute already
 */
record Reading(
        Problems problems, String path, Path folder, Optional<String> home, boolean resolved) {
    Reading at(String inner) {
        return new Reading(problems, inner, folder, home, resolved);
    }

    void report(Place at, String message, String suggestion) {
        problems.add(at, path, message, suggestion);
    }

    /** Reports a value of another kind than the key wants. */
    void mismatch(Tree value, String wanted, String suggestion) {
        if (value instanceof Tree.Broken) {
            return;
        }
        if (value instanceof Tree.Scalar scalar && scalar.core() == Core.NOTHING) {
            report(
                    value.at(),
                    "has no value; must be " + wanted,
                    suggestion.isEmpty() ? "give it a value, or remove the key" : suggestion);
        } else {
            report(value.at(), "must be " + wanted + ", not " + value.describe(), suggestion);
        }
    }
}
