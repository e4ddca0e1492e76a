package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is wrong with the comments by which findings are suppressed. */
final class SuppressionRules {
    private static final String UNUSED = "TW-SUP-002";

    private SuppressionRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-SUP-001",
                SuppressionRules::withoutReason,
                // seen only when all other rules have spoken: apply() adds these
                UNUSED,
                (subject, findings) -> {});
    }

    private static void withoutReason(Subject subject, Findings findings) {
        for (SuppressionComment comment : comments(subject.documents())) {
            if (comment.reason().isEmpty()) {
                findings.add(
                        Severity.ERROR,
                        comment.source(),
                        comment.span(),
                        "",
                        "the comment gives no reason, so it suppresses nothing",
                        "# tagwerk: ignore "
                                + String.join(", ", comment.rules())
                                + " because REASON");
            }
        }
    }

    /** What is left of findings, and what comments take away; unused comments are noted. */
    static Verdict apply(List<Document> documents, List<Finding> findings) {
        List<SuppressionComment> comments = comments(documents);
        if (comments.isEmpty()) {
            return new Verdict(findings, List.of());
        }
        List<Finding> left = new ArrayList<>();
        List<Suppressed> suppressed = new ArrayList<>();
        List<SuppressionComment> unused = new ArrayList<>(comments);
        for (Finding finding : findings) {
            List<SuppressionComment> covering =
                    comments.stream().filter(comment -> comment.covers(finding)).toList();
            unused.removeAll(covering);
            if (covering.isEmpty()) {
                left.add(finding);
            } else {
                suppressed.add(
                        new Suppressed(
                                finding, Suppressed.Kind.COMMENT, covering.getFirst().reason()));
            }
        }
        Findings notes = new Findings(UNUSED);
        unused.stream()
                .filter(comment -> !comment.reason().isEmpty())
                .forEach(
                        comment ->
                                notes.add(
                                        Severity.NOTE,
                                        comment.source(),
                                        comment.span(),
                                        "",
                                        String.join(", ", comment.rules())
                                                + " is not found here: the comment suppresses"
                                                + " nothing",
                                        "delete the comment"));
        left.addAll(notes.found());
        return new Verdict(left, suppressed);
    }

    private static List<SuppressionComment> comments(List<Document> documents) {
        return documents.stream()
                .map(Document::source)
                .distinct()
                .flatMap(source -> SuppressionComment.of(source).stream())
                .toList();
    }
}
