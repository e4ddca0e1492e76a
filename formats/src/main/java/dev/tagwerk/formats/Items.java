package dev.tagwerk.formats;

import java.util.List;

/** A list. */
public record Items(SourceFile source, Span span, Span anchor, String path, List<Node> items)
        implements Node {
    public Items {
        items = List.copyOf(items);
    }

    @Override
    public String describe() {
        return "a list";
    }
}
