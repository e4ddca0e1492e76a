package dev.tagwerk.preflight;

import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Span;
import java.util.List;
import java.util.Optional;

/** The edit that takes a key with its value out of a mapping, in block and in flow style. */
final class Removal {
    private Removal() {}

    /** Empty where the mapping would be left without a key, since what then is meant is unclear. */
    static Optional<Edit> of(Node mapping, String key) {
        List<Field> fields = mapping.fields();
        for (int index = 0; index < fields.size(); index++) {
            if (fields.get(index).name().equals(key) && fields.size() > 1) {
                return Optional.of(at(mapping, fields, index));
            }
        }
        return Optional.empty();
    }

    /** The same for an edit list. */
    static Edit[] edits(Node mapping, String key) {
        return of(mapping, key).stream().toArray(Edit[]::new);
    }

    private static Edit at(Node mapping, List<Field> fields, int index) {
        String text = mapping.source().text();
        Field field = fields.get(index);
        int start = field.key().span().start();
        int end = trimmed(text, start, field.value().span().end());
        int line = text.lastIndexOf('\n', start - 1) + 1;
        Span span;
        if (text.substring(line, start).isBlank() && !isFlow(mapping)) {
            int after = text.indexOf('\n', end);
            span = new Span(line, after < 0 ? text.length() : after + 1);
        } else if (index == 0) {
            span = new Span(start, fields.get(1).key().span().start());
        } else {
            // with the comma before it, so that neighbours can go at the same time
            Field before = fields.get(index - 1);
            int from = trimmed(text, before.key().span().start(), before.value().span().end());
            span = new Span(from, end);
        }
        return new Edit(mapping.source(), span, "");
    }

    private static boolean isFlow(Node mapping) {
        return mapping.span().start() < mapping.source().text().length()
                && mapping.source().text().charAt(mapping.span().start()) == '{';
    }

    /** A block's end reaches to the next token; what stands before it is meant. */
    private static int trimmed(String text, int start, int end) {
        int trimmed = Math.min(end, text.length());
        while (trimmed > start && Character.isWhitespace(text.charAt(trimmed - 1))) {
            trimmed--;
        }
        return trimmed;
    }
}
