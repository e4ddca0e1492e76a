package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;

/** A mapping; its keys differ. */
public record Fields(SourceFile source, Span span, Span anchor, String path, List<Field> fields)
        implements Node {
    public Fields {
        fields = List.copyOf(fields);
    }

    @Override
    public Optional<Node> get(String key) {
        for (Field field : fields) {
            if (field.name().equals(key)) {
                return Optional.of(field.value());
            }
        }
        return Optional.empty();
    }

    @Override
    public String describe() {
        return "a mapping";
    }
}
