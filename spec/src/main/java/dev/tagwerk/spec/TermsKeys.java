package dev.tagwerk.spec;

import java.util.List;
import java.util.Map;

/** The keys of {@link Terms}; every kind of job has them. */
final class TermsKeys {
    private static final WordType<Classification> CLASSIFICATIONS =
            WordType.of(Classification.class)
                    .foreign(
                            Map.of(
                                    "confidential", "internal",
                                    "secret", "internal",
                                    "pii", "personal",
                                    "gdpr", "personal",
                                    "phi", "health",
                                    "medical", "health"));
    private static final String GUARDED = "How far the data must be guarded.";

    static final Key<Amount> BUDGET =
            Key.of(CommonKeys.TOP, "budget", new AmountType(), "What a run may cost at most.")
                    .optional();
    static final Key<List<String>> RESIDENCY =
            Key.of(
                            CommonKeys.TOP,
                            "residency",
                            new NamesType("eu, eea, any, or a list of regions"),
                            "Where bytes may be.")
                    .optional();
    static final Key<List<String>> NOT_UNDER =
            Key.of(
                            CommonKeys.TOP,
                            "not_under",
                            new NamesType("a list of laws such as [us-cloud-act]"),
                            "Laws that the provider must not be under.")
                    .optional();
    static final Key<List<String>> CERTIFIED =
            Key.of(
                            CommonKeys.TOP,
                            "certified",
                            new NamesType("a list of certificates such as [hds]"),
                            "Certificates that the provider must have.")
                    .optional();

    /** Where rows have a section of their own. */
    static final Key<Classification> OF_ROWS =
            Key.of(CommonKeys.DATA, "classification", CLASSIFICATIONS, GUARDED).optional();

    static final Key<Classification> OF_ALL =
            Key.of(CommonKeys.TOP, "classification", CLASSIFICATIONS, GUARDED).optional();

    private TermsKeys() {}

    static Terms terms(Values values, Key<Classification> classification) {
        return new Terms(
                values.find(BUDGET),
                values.find(RESIDENCY).orElse(List.of()),
                values.find(NOT_UNDER).orElse(List.of()),
                values.find(CERTIFIED).orElse(List.of()),
                values.find(classification));
    }

    static void put(Values values, Key<Classification> classification, Terms terms) {
        values.put(BUDGET, terms.budget()).put(classification, terms.classification());
        put(values, RESIDENCY, terms.residency());
        put(values, NOT_UNDER, terms.notUnder());
        put(values, CERTIFIED, terms.certified());
    }

    private static void put(Values values, Key<List<String>> key, List<String> names) {
        if (!names.isEmpty()) {
            values.put(key, names);
        }
    }
}
