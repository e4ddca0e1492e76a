package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** The keys of {@code tagwerk.yaml}. */
final class WorkspaceKeys {
    static final String RATES = "rates";
    static final String PLACES = "places";
    static final String HARDWARE = "hardware";

    static final Pattern CURRENCY_CODE = Pattern.compile("[A-Z]{3}");

    static final Key<String> CURRENCY =
            Key.of(
                            CommonKeys.TOP,
                            "currency",
                            new TextType(CURRENCY_CODE, "a currency such as EUR"),
                            "What totals are told in.")
                    .optional();
    static final Key<String> SUBSCRIPTION =
            Key.of(
                            CommonKeys.TOP,
                            "subscription",
                            new TextType(
                                    Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}"),
                                    "a name of up to 63 letters, digits, dots, dashes and"
                                            + " underscores"),
                            "Whose free grants are counted: a name of your own for the subscription"
                                    + " that pays.")
                    .optional();
    static final Key<BigDecimal> RATE_VALUE =
            Key.of(
                    RATES,
                    "value",
                    new QuantityType("", BigDecimal.valueOf(1_000_000), "0.86"),
                    "How many of the first currency one of the second costs.");
    static final Key<String> RATE_DATE =
            Key.of(
                    RATES,
                    "date",
                    new TextType(
                            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}"),
                            "a day such as 2026-12-01"),
                    "When it held.");
    static final Key<String> RATE_SOURCE =
            Key.of(
                            RATES,
                            "source",
                            new TextType(
                                    Pattern.compile("[^\\u0000-\\u001f\\u007f]{1,200}"),
                                    "who says so, in one line"),
                            "Who says so.")
                    .or("tagwerk.yaml");

    private WorkspaceKeys() {}

    /** Keys at the top that hold one value. */
    static List<Key<?>> top() {
        return List.of(
                CURRENCY,
                SUBSCRIPTION,
                TermsKeys.BUDGET,
                TermsKeys.RESIDENCY,
                TermsKeys.NOT_UNDER,
                TermsKeys.CERTIFIED,
                TermsKeys.OF_ALL);
    }

    static List<Key<?>> rate() {
        return List.of(RATE_VALUE, RATE_DATE, RATE_SOURCE);
    }

    static Key<String> place(ByteStore store) {
        return Key.of(
                        PLACES,
                        store.word(),
                        new TextType(
                                Pattern.compile(
                                        "[A-Za-z0-9][A-Za-z0-9-]{0,62}/[\\p{L}0-9][\\p{L}0-9 _-]{0,62}"),
                                "a provider and its region such as azure/westeurope"),
                        "Where it lies; without it, where the machine is.")
                .optional();
    }
}
