package dev.tagwerk.preflight;

/** What a rule does. Stateless. */
@FunctionalInterface
interface Check {
    void look(Subject subject, Findings findings);
}
