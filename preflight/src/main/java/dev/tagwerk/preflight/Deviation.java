package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import java.util.List;

/** Where a file is not what its service's schema demands. */
record Deviation(
        Kind kind, Severity severity, Node node, String what, String write, List<Edit> edits) {
    /** What the schema demands, each a rule of its own. */
    enum Kind {
        UNKNOWN,
        MISSING,
        TYPE,
        VALUE,
        RANGE,
        PATTERN
    }

    Deviation {
        edits = List.copyOf(edits);
    }
}
