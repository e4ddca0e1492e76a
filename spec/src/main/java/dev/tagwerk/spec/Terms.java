package dev.tagwerk.spec;

import java.util.List;
import java.util.Optional;

/**
 * On which terms a job may be placed. Names are taken as they were written; which of them exist is
 * for whoever looks for a place.
 *
 * @param budget what a run may cost at most
 * @param residency where bytes may be: {@code eu}, {@code eea}, {@code any}, or regions; empty
 *     where nobody said
 * @param notUnder laws that the provider must not be under
 * @param certified certificates that the provider must have
 * @param classification how far the data must be guarded
 */
public record Terms(
        Optional<Amount> budget,
        List<String> residency,
        List<String> notUnder,
        List<String> certified,
        Optional<Classification> classification) {
    /** Nothing is asked for. */
    public static final Terms NONE =
            new Terms(Optional.empty(), List.of(), List.of(), List.of(), Optional.empty());

    public Terms {
        budget.ifPresent(TermsKeys.BUDGET::require);
        residency = checked(TermsKeys.RESIDENCY, residency);
        notUnder = checked(TermsKeys.NOT_UNDER, notUnder);
        certified = checked(TermsKeys.CERTIFIED, certified);
    }

    private static List<String> checked(Key<List<String>> key, List<String> names) {
        return names.isEmpty() ? List.of() : key.require(List.copyOf(names));
    }

    /** These terms, and the others' where these say nothing. */
    public Terms or(Terms others) {
        return new Terms(
                budget.or(others::budget),
                residency.isEmpty() ? others.residency : residency,
                notUnder.isEmpty() ? others.notUnder : notUnder,
                certified.isEmpty() ? others.certified : certified,
                classification.or(others::classification));
    }
}
