package dev.tagwerk.preflight;

import java.util.List;

/**
 * What the rules say of one file, what of it somebody has decided to live with, and which rules
 * broke off.
 */
public record Verdict(
        List<Finding> findings, List<Suppressed> suppressed, List<RuleFailure> failures) {
    public Verdict {
        findings = List.copyOf(findings);
        suppressed = List.copyOf(suppressed);
        failures = List.copyOf(failures);
    }

    Verdict(List<Finding> findings, List<Suppressed> suppressed) {
        this(findings, suppressed, List.of());
    }
}
