package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import java.util.ArrayList;
import java.util.List;

/** What one rule has found so far. */
final class Findings {
    private final String id;
    private final List<Finding> found = new ArrayList<>();

    Findings(String id) {
        this.id = id;
    }

    List<Finding> found() {
        return found;
    }

    /** A finding that is sure, at a value's key, with the rule's own remedy. */
    void add(Node node, String what) {
        add(node, what, RuleTexts.of(id).write());
    }

    void add(Node node, String what, String write, Edit... edits) {
        add(RuleTexts.of(id).severity(), node, node.anchor(), what, write, edits);
    }

    /** A finding that points to the value itself and not to its key. */
    void addAtValue(Node node, String what, String write, Edit... edits) {
        add(RuleTexts.of(id).severity(), node, node.span(), what, write, edits);
    }

    /** A finding that may be none: the file does not tell. */
    void note(Node node, String what, String write) {
        add(Severity.NOTE, node, node.anchor(), what, write);
    }

    /** A finding of a severity that this case deserves; never more than the rule's own. */
    void add(Severity severity, Node node, Span span, String what, String write, Edit... edits) {
        if (AzSpelling.concerns(node)) {
            add(
                    severity,
                    node.source(),
                    span,
                    node.path(),
                    what,
                    AzSpelling.of(write),
                    AzSpelling.edits(node, edits));
        } else {
            add(severity, node.source(), span, node.path(), what, write, edits);
        }
    }

    /** A finding in a text that is no tree. */
    void add(
            Severity severity,
            SourceFile source,
            Span span,
            String path,
            String what,
            String write,
            Edit... edits) {
        Rule rule = RuleTexts.of(id);
        Severity own = severity.atLeast(rule.severity()) ? rule.severity() : severity;
        found.add(new Finding(rule, own, source, span, path, what, write, List.of(edits)));
    }
}
