package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The door: looks at documents with every rule. Stateless. */
public final class Preflight {
    private static final Comparator<Finding> BY_PLACE =
            Comparator.comparing((Finding finding) -> finding.source().name())
                    .thenComparingInt(finding -> finding.span().start())
                    .thenComparing(finding -> finding.rule().id());

    private Preflight() {}

    /**
     * Findings in the order of the file.
     *
     * @param documents what one file describes
     * @param beside what is given beside it; findings may point there too
     */
    public static List<Finding> look(
            List<Document> documents, List<Document> beside, Circumstances circumstances) {
        return judge(documents, beside, circumstances).findings();
    }

    /**
     * Findings in the order of the file, those that its comments suppress, and the rules that
     * failed: the others are not held up by them.
     */
    public static Verdict judge(
            List<Document> documents, List<Document> beside, Circumstances circumstances) {
        return judge(documents, beside, circumstances, DataSizes.UNKNOWN);
    }

    /** The same, on a machine that knows how large data is. */
    public static Verdict judge(
            List<Document> documents,
            List<Document> beside,
            Circumstances circumstances,
            DataSizes sizes) {
        return judge(Subject.of(documents, beside, circumstances, sizes), RuleBook.checks());
    }

    static Verdict judge(
            List<Document> documents,
            List<Document> beside,
            Circumstances circumstances,
            Map<String, Check> checks) {
        return judge(Subject.of(documents, beside, circumstances, DataSizes.UNKNOWN), checks);
    }

    private static Verdict judge(Subject subject, Map<String, Check> checks) {
        List<Finding> all = new ArrayList<>();
        List<RuleFailure> failures = new ArrayList<>();
        checks.forEach(
                (id, check) -> {
                    Findings findings = new Findings(id);
                    try {
                        check.look(subject, findings);
                        all.addAll(findings.found());
                    } catch (RuntimeException | StackOverflowError fault) {
                        failures.add(RuleFailure.of(id, fault));
                    }
                });
        Verdict verdict =
                SuppressionRules.apply(subject.documents(), all.stream().distinct().toList());
        return new Verdict(
                verdict.findings().stream().sorted(BY_PLACE).toList(),
                verdict.suppressed(),
                failures);
    }
}
