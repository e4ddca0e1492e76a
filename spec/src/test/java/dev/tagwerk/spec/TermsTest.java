package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermsTest {
    private static String container(String line) {
        return Samples.SMALLEST_CONTAINER + line + "\n";
    }

    @Test
    void everyKindOfJobHasThem() {
        Terms all =
                new Terms(
                        Optional.of(Amount.of("15", "EUR")),
                        List.of("eu"),
                        List.of("us-cloud-act"),
                        List.of("hds"),
                        Optional.of(Classification.HEALTH));
        String keys = "budget: 15 EUR\nresidency: eu\nnot_under: [us-cloud-act]\ncertified: hds\n";
        assertThat(Samples.valid(Samples.FULL).terms()).isEqualTo(all);
        assertThat(
                        Samples.valid(
                                        "kind: evaluation\nmodel: x\ntask: decision\n"
                                                + keys
                                                + "data: {test: x, classification: health}\n")
                                .terms())
                .isEqualTo(all);
        assertThat(Samples.valid(container(keys + "classification: health")).terms())
                .isEqualTo(all);
        assertThat(Samples.valid(Samples.SMALLEST).terms()).isEqualTo(Terms.NONE);
    }

    @Test
    void whatOneLeavesOpenAnotherSays() {
        Terms job = Samples.valid(container("budget: 3 USD\nresidency: [GRA]")).terms();
        Terms usual = Samples.valid(Samples.FULL).terms();
        assertThat(job.or(usual))
                .isEqualTo(
                        new Terms(
                                Optional.of(Amount.of("3.00", "USD")),
                                List.of("GRA"),
                                List.of("us-cloud-act"),
                                List.of("hds"),
                                Optional.of(Classification.HEALTH)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15 | must be an amount with its currency such as 15 EUR, not the number 15 (add the currency: 15 EUR)",
                "15 eur | (write 15 EUR)",
                "EUR 15 | (write 15 EUR)",
                "15€ | (write 15 EUR)",
                "$9.50 | (write 9.50 USD)",
                "'15,50 EUR' | (write 15.50 EUR)",
                "15 Euros | (write 15 EUR)",
                "15 QQQ | QQQ is no currency (currencies are written as in ISO 4217",
                "15 XAU | XAU is no currency",
                "0 EUR | must be more than nothing",
                "2000000000 EUR | an amount must be from 0 to 1000000000",
                "-3 EUR | must be an amount with its currency",
                "1e3 EUR | must be an amount with its currency",
                "[1 EUR] | must be an amount with its currency such as 15 EUR, not a list",
                "true | must be an amount with its currency",
                "'' | has no value; must be an amount with its currency",
            })
    void otherBudgetsAreRefusedWithTheRemedy(String written, String told) {
        assertThat(Samples.told(container("budget: " + written)))
                .singleElement()
                .asString()
                .startsWith("3:")
                .contains("budget: ", told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"15EUR", "15 EUR", "15.00 EUR", "'15 EUR'"})
    void amountsOfTheSameWorthAreEqual(String written) {
        assertThat(Samples.valid(container("budget: " + written)).terms().budget())
                .contains(new Amount(BigDecimal.valueOf(15), Currency.getInstance("EUR")))
                .hasValueSatisfying(amount -> assertThat(amount).hasToString("15 EUR"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "residency: [] | residency: names nothing; leave the key out to ask for nothing",
                "residency: [eu, eu] | names eu twice",
                "residency: {eu: 1} | must be eu, eea, any, or a list of regions, not a mapping",
                "certified: 27001 | must be a list of certificates such as [hds], not the number",
                "not_under: '' | must be a list of laws",
                "not_under: \"a\\nb\" | must be a list of laws",
                "classification: phi | must be one of public, internal, personal, health, not the text \"phi\" (write health)",
                "data: {} | unknown key `data`",
                "residencey: eu | did you mean `residency`?",
                "budgte: 1 EUR | did you mean `budget`?",
            })
    void otherTermsAreRefused(String line, String told) {
        assertThat(Samples.told(container(line))).singleElement().asString().contains(told);
    }

    @Test
    void aClassificationOfRowsStandsWithTheRows() {
        assertThat(Samples.told(Samples.SMALLEST + "classification: health\n"))
                .singleElement()
                .asString()
                .contains("it belongs under `data`");
    }

    @Test
    void amountsAreBounded() {
        assertThatThrownBy(() -> Amount.of("-1", "EUR")).isInstanceOf(SpecException.class);
        assertThatThrownBy(
                        () ->
                                new Terms(
                                        Optional.of(Amount.of("0", "EUR")),
                                        List.of(),
                                        List.of(),
                                        List.of(),
                                        Optional.empty()))
                .hasMessage("budget must be more than nothing");
        assertThatThrownBy(() -> Amount.of("0.0000001", "EUR")).isInstanceOf(SpecException.class);
    }
}
