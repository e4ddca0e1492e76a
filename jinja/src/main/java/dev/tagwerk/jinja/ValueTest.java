package dev.tagwerk.jinja;

/** What {@code is} asks. */
interface ValueTest {
    boolean holds(Work work, Value input, Arguments arguments);
}
