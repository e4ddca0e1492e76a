package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OffersCommandTest {
    @TempDir private Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private static List<String> names(JsonNode offers) {
        List<String> names = new ArrayList<>();
        offers.forEach(offer -> names.add(offer.path("offer").asText()));
        return names;
    }

    @Test
    void noT4MayBeTakenWhereHealthDataGo() throws Exception {
        String[] asked = {
            "offers",
            "--gpu",
            "T4",
            "--residency",
            "eu",
            "--not-under",
            "us-cloud-act",
            "--certified",
            "hds"
        };
        Terminal terminal = run(asked);
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .contains("no offer is admissible", "refused:")
                .contains("azure (Microsoft Corp.) is under the US CLOUD Act")
                .contains("whether azure has the certificate hds is unknown")
                .contains("westus2 is in US, a third country; asked for: eu")
                .contains("admissible with other cards:")
                .containsPattern("ovh-ai/GRA/l4-1-gpu +0.8300 EUR");
        String[] inJson = java.util.Arrays.copyOf(asked, asked.length + 1);
        inJson[asked.length] = "--json";
        JsonNode json = new ObjectMapper().readTree(run(inJson).out());
        assertThat(json.path("admissible")).isEmpty();
        assertThat(json.path("refused"))
                .isNotEmpty()
                .allSatisfy(offer -> assertThat(offer.path("reasons")).isNotEmpty());
    }

    @Test
    void theCheapestComesFirstAndTheUnknownLast() throws Exception {
        JsonNode json =
                new ObjectMapper()
                        .readTree(run("offers", "--rate", "EUR/USD=0.86", "--json").out());
        double before = 0;
        boolean unknown = false;
        int known = 0;
        for (JsonNode offer : json.path("admissible")) {
            JsonNode amount = offer.path("per_hour_converted").path("amount");
            if (amount.isNull()) {
                unknown = true;
                continue;
            }
            known++;
            assertThat(unknown).as("a price after an unknown one").isFalse();
            assertThat(amount.asDouble()).isGreaterThanOrEqualTo(before);
            before = amount.asDouble();
        }
        assertThat(unknown).isTrue();
        assertThat(known).isGreaterThan(100);
    }

    @Test
    void withoutARateCurrenciesStandApart() {
        assertThat(run("offers", "--gpu", "A100").out())
                .contains("prices in different currencies are not compared: --rate EUR/USD=0.86");
        assertThat(run("offers", "--gpu", "A100", "--rate", "EUR/USD=0.86").out())
                .doesNotContain("are not compared")
                .contains("at 1 USD = 0.86 EUR");
    }

    @Test
    void inTheUnionWithoutAnyLawAzuresRegionsCount() throws Exception {
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                run("offers", "--gpu", "T4", "--residency", "eu", "--json").out());
        assertThat(names(json.path("admissible")))
                .contains("azure-container-apps/swedencentral/Consumption-GPU-NC8as-T4")
                .noneMatch(name -> name.contains("westus2"));
    }

    @Test
    void whatIsNotUnderstoodIsRefusedAtOnce() {
        Terminal terminal =
                run(
                        "offers",
                        "--residency",
                        "europe",
                        "--certified",
                        "iso-9001",
                        "--not-under",
                        "x");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("'europe'", "'iso-9001'", "'x'", "us-cloud-act");
        assertThat(run("offers", "--gpu", "T5").err()).contains("no card is named T5");
    }
}
