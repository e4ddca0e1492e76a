package dev.tagwerk.jinja;

/** What {@code |} applies. */
interface Filter {
    Value apply(Work work, Value input, Arguments arguments);
}
