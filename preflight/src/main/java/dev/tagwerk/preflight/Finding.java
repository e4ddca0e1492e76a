package dev.tagwerk.preflight;

import dev.tagwerk.formats.Place;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import java.util.List;

/**
 * One thing that will, or may, go wrong.
 *
 * @param rule its rule, with why and source
 * @param severity the rule's own, or less where the rule is not sure
 * @param source the file
 * @param span what to point at
 * @param path its way in the file; may be empty
 * @param what is wrong, in one sentence without a full stop
 * @param write what to write instead; may be empty
 * @param edits what makes it right mechanically; empty where somebody has to decide
 */
public record Finding(
        Rule rule,
        Severity severity,
        SourceFile source,
        Span span,
        String path,
        String what,
        String write,
        List<Edit> edits) {
    public Finding {
        edits = List.copyOf(edits);
        if (what.isBlank()) {
            throw new PreflightException("finding: what is wrong is said");
        }
    }

    public Place place() {
        return source.place(span);
    }
}
