package dev.tagwerk.jinja;

import java.util.List;

/**
 * A rendered template.
 *
 * @param text the output
 * @param generations what {@code {% generation %}} blocks wrote, in the order they were written
 */
public record Rendering(String text, List<Range> generations) {
    public Rendering {
        generations = List.copyOf(generations);
    }

    /**
     * Part of the text, as indexes of {@link String#charAt}; the end is exclusive.
     *
     * <p>As in {@code transformers}, a block inside a macro or a {@code {% set %}} block is counted
     * from where the output had come to, not from where its text is put later.
     */
    public record Range(int start, int end) {}
}
