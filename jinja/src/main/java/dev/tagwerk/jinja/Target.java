package dev.tagwerk.jinja;

import java.util.List;

/** What is assigned to. */
sealed interface Target {
    /** A variable of the block. */
    record Name(String name) implements Target {}

    /** Several at once. */
    record Unpacked(List<Target> targets) implements Target {}

    /** A field of a namespace. */
    record Field(String space, String name) implements Target {}
}
