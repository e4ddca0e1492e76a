package dev.tagwerk.preflight;

import java.util.List;

/** What the rules say of one file, and what of it somebody has decided to live with. */
public record Verdict(List<Finding> findings, List<Suppressed> suppressed) {
    public Verdict {
        findings = List.copyOf(findings);
        suppressed = List.copyOf(suppressed);
    }
}
