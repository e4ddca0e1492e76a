package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * A conversation as the model reads it.
 *
 * @param text special tokens and all
 * @param generations what the template marks as written by the model, with {@code {% generation
 *     %}}; empty where it marks nothing
 */
public record RenderedChat(String text, List<Range> generations) {
    public RenderedChat {
        generations = List.copyOf(generations);
    }

    /** Part of the text: indexes of {@link String#charAt}, the end exclusive. */
    public record Range(int start, int end) {}
}
