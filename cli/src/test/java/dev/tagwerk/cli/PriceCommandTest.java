package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceCommandTest {
    private static final String T4 = "azure-container-apps/westus2/T4";
    @TempDir private Path folder;

    private String price(String... arguments) {
        Terminal terminal = new Terminal(folder).run(with("price", arguments));
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.code()).isZero();
        return terminal.out();
    }

    private static String[] with(String first, String... rest) {
        String[] all = new String[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    private JsonNode json(String... arguments) throws Exception {
        return new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(price(arguments));
    }

    private static BigDecimal amount(JsonNode node) {
        return node.path("amount").decimalValue();
    }

    @Test
    void theOctoberRunInJson() throws Exception {
        JsonNode json = json(T4, "--duration", "4h45m", "--grant-used", "0", "--json");
        assertThat(amount(json.path("per_hour"))).isEqualByComparingTo("2.0484");
        assertThat(amount(json.path("list"))).isEqualByComparingTo("9.7299");
        assertThat(amount(json.path("after_grant"))).isEqualByComparingTo("3.6387");
        assertThat(json.path("list").path("currency").asText()).isEqualTo("USD");
        assertThat(json.path("meters")).hasSize(3);
        JsonNode gpu = json.path("meters").path(2);
        assertThat(gpu.path("share").decimalValue()).isEqualByComparingTo("0.128295");
        assertThat(gpu.path("confidence").asText()).isEqualTo("derived");
        assertThat(gpu.path("source").asText()).contains("bill");
        JsonNode machine = json.path("compared").path(0);
        assertThat(machine.path("offer").asText())
                .isEqualTo("azure-vm/westus2/Standard_NC8as_T4_v3");
        assertThat(amount(machine.path("per_hour"))).isEqualByComparingTo("0.752");
    }

    @Test
    void theOctoberRunForPeople() {
        assertThat(price(T4, "--duration", "4h45m"))
                .contains(
                        "an hour: 2.0484 USD",
                        "list: 9.73 USD",
                        "if nothing of it is used yet: 3.64")
                .contains("12.83%", "(derived)", "derived from the bill of the LoRA training")
                .containsPattern("azure-vm/westus2/Standard_NC8as_T4_v3 +0.75 USD +3.57 USD");
    }

    @ParameterizedTest
    @CsvSource({"4.8h, 0.87, 3.21", "4.9h, 0.85, 3.23"})
    void inEuros(String duration, String rate, String euros) {
        assertThat(price(T4, "--duration", duration, "--rate", "EUR/USD=" + rate))
                .contains(", " + euros + " EUR", "1 USD = " + rate + " EUR (--rate, 2026-01-01)");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3.6387",
        "all, 9.7299",
        "100%, 9.7299",
        "50%, 5.94990",
        "'vcpu-seconds=180000,gib-seconds=0', 8.2899"
    })
    void whatOthersUsedOfTheGrant(String used, String amount) throws Exception {
        JsonNode json = json(T4, "--duration", "4.75h", "--grant-used", used, "--json");
        assertThat(amount(json.path("after_grant"))).isEqualByComparingTo(amount);
    }

    @Test
    void aRunOverTheEndOfAMonthHasTwoGrants() throws Exception {
        JsonNode json = json(T4, "--duration", "10h", "--start", "2026-10-31T20:00Z", "--json");
        assertThat(json.path("meters").path(0).path("granted").intValue()).isEqualTo(288_000);
        JsonNode late =
                json(
                        T4,
                        "--duration",
                        "10h",
                        "--start",
                        "2026-10-31T20:00Z",
                        "--grant-used",
                        "all",
                        "--json");
        // October's is gone, November's is whole: 6 h.
        assertThat(late.path("meters").path(0).path("granted").intValue()).isEqualTo(172_800);
    }

    @Test
    void anUnknownPriceIsSaidAndIsNoNumber() throws Exception {
        String offer = "azure-container-apps/swedencentral/T4";
        assertThat(price(offer)).contains("list: unknown: the price of a meter is not known");
        JsonNode json = json(offer, "--json");
        assertThat(json.path("list").path("amount").isNull()).isTrue();
        assertThat(json.path("list").path("currency").asText()).isEqualTo("USD");
    }

    @Test
    void minutesOfOvhcloudRoundUp() throws Exception {
        JsonNode json = json("ovh-ai/gra/L4", "--duration", "61s", "--json");
        assertThat(amount(json.path("list")))
                .isCloseTo(
                        new BigDecimal("0.0276667"),
                        org.assertj.core.api.Assertions.within(new BigDecimal("0.000001")));
        assertThat(json.path("billing").asText()).isEqualTo("by the started minute");
    }

    @ParameterizedTest
    @CsvSource({
        "azure-container-apps/westus9/T4, has no region 'westus9'",
        "aca/westus2/T4, no prices are known of a service 'aca'",
        "azure-container-apps/westus2/A100, nothing named A100",
        "T4, names no offer",
        "azure-container-apps/westus2/T4/spot, no spot offer"
    })
    void whatIsNotFoundIsToldWithWhatThereIs(String offer, String message) {
        Terminal terminal = new Terminal(folder).run("price", offer);
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains(message, "next:");
    }

    @ParameterizedTest
    @CsvSource({
        "--duration, soon",
        "--duration, 0s",
        "--duration, 400d",
        "--grant-used, 5",
        "--grant-used, 120%",
        "--rate, 0.86",
        "--rate, EUR/USD=0",
        "--rate, EUR/XYZ=1",
        "--start, tomorrow"
    })
    void whatIsNotUnderstoodIsRefused(String option, String value) {
        Terminal terminal = new Terminal(folder).run("price", T4, option, value);
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains(option + ": '" + value + "' is not understood");
    }
}
