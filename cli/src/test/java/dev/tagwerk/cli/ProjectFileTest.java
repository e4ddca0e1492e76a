package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tagwerk.yaml} does to commands. */
class ProjectFileTest {
    private static final String T4 = "azure-container-apps/westus2/T4";
    private static final String RATE = "rates: {EUR/USD: {value: 0.5, date: 2025-12-31}}\n";
    @TempDir private Path folder;

    private Terminal run(String project, String... arguments) throws IOException {
        Files.writeString(folder.resolve("tagwerk.yaml"), project);
        Path below = Files.createDirectories(folder.resolve("jobs/lora"));
        return new Terminal(below).run(arguments);
    }

    @Test
    void itsRateHoldsWhereNoneIsGiven() throws IOException {
        assertThat(run(RATE, "price", T4).out())
                .contains("an hour: 2.0484 USD, 1.0242 EUR")
                .contains("at 1 USD = 0.5 EUR (tagwerk.yaml, 2025-12-31)");
        assertThat(run(RATE, "price", T4, "--rate", "EUR/USD=0.86").out())
                .contains("at 1 USD = 0.86 EUR (--rate, 2026-01-01)");
        assertThat(run("", "price", T4).out()).doesNotContain("EUR");
        assertThat(run(RATE, "offers", "--gpu", "A100").out())
                .contains("at 1 USD = 0.5 EUR (tagwerk.yaml, 2025-12-31)");
    }

    @Test
    void theCurrencySaysWhichRate() throws IOException {
        String rates =
                "rates:\n  EUR/USD: {value: 0.5, date: 2025-12-31}\n"
                        + "  CHF/USD: {value: 0.8, date: 2025-12-30, source: bank}\n";
        assertThat(run("currency: CHF\n" + rates, "price", T4).out())
                .contains("at 1 USD = 0.8 CHF (bank, 2025-12-30)");
    }

    @Test
    void itsTermsHoldForOffers() throws IOException {
        String terms = "residency: eu\nnot_under: us-cloud-act\ncertified: [hds]\n";
        Terminal terminal = run(terms, "offers", "--gpu", "T4");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.err())
                .contains(
                        "tagwerk.yaml asks for --residency eu --not-under us-cloud-act --certified"
                                + " hds");
        assertThat(run(terms, "offers", "--gpu", "T4", "--residency", "any").out())
                .doesNotContain("asked for: eu");
    }

    @Test
    void aFileThatIsNotValidStopsCommandsAndCheckSaysWhy() throws IOException {
        String bad = "residency: euu\nrates: {EUR/USD: 0.86}\nplaces: {storage: azure/nowhere}\n";
        Terminal price = run(bad, "price", T4);
        assertThat(price.code()).isEqualTo(ExitCode.USAGE);
        assertThat(price.err()).contains("2:18: rates.EUR/USD: has no date");
        String file = folder.resolve("tagwerk.yaml").toString();
        Terminal check =
                run(
                        "residency: euu\nplaces: {storage: azure/westeurop, cache: aws/x}\n",
                        "check",
                        file);
        assertThat(check.code()).isEqualTo(ExitCode.USAGE);
        assertThat(check.out())
                .contains("tagwerk.yaml:1:12: ", "euu")
                .contains(
                        "tagwerk.yaml:2:19: ",
                        "no region azure/westeurop is known (did you mean westeurope?")
                .contains("no region aws/x is known (regions are known of azure and ovhcloud)");
        Terminal good = run(RATE, "check", file);
        assertThat(good.code()).isZero();
        assertThat(good.out()).contains("tagwerk.yaml");
    }

    @Test
    void theSchemaIsPrinted() throws IOException {
        assertThat(run("", "schema", "--project").out()).contains("Tagwerk project");
    }
}
