package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

class WorkspaceFileTest {
    private static final Path ORIGIN = Path.of("tagwerk.yaml");
    private static final Currency EUR = Currency.getInstance("EUR");
    private static final Currency USD = Currency.getInstance("USD");
    private static final String FULL =
            """
            currency: EUR
            subscription: prod
            budget: 15 EUR
            residency: eu
            not_under: [us-cloud-act]
            certified: [hds]
            classification: personal
            rates:
              EUR/USD: {value: 0.86, date: 2026-12-01, source: our bank}
              EUR/GBP: {value: 1.15, date: 2026-11-30}
            places:
              storage: azure/westeurope
              registry: ovhcloud/GRA
              logs: azure/West Europe
            hardware:
            - name: server
              gpu: H100-80GB
              gpus: 8
              vcpus: 192
              memory: 2TiB
              purchase: 200000 EUR
              months: 36
              power: 10200 W
              idle_power: 1500 W
              electricity: 0.30 EUR/kWh
              pue: 1.4
              rack: 900 EUR
              service: 0 EUR
              people: 1200.50 EUR
              utilisation: 30 %
            - {name: pc, purchase: 900 USD, months: 24, power: 90 W, electricity: 0.15 USD/kWh, cooling: 20 W, utilisation: 5%}
            """;
    private static final String MACHINE =
            """
            hardware:
            - name: pc
              purchase: 900 EUR
              months: 24
              power: 90 W
              electricity: 0.15 EUR/kWh
              utilisation: 5 %
            """;
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(WorkspaceSchema.json());
    @TempDir private Path folder;

    private static WorkspaceSettings valid(String text) {
        return switch (WorkspaceFile.parse(text, ORIGIN)) {
            case ParsedWorkspace.Valid valid -> valid.settings();
            case ParsedWorkspace.Invalid invalid -> throw new AssertionError(invalid.problems());
        };
    }

    private static List<String> told(String text) {
        return switch (WorkspaceFile.parse(text, ORIGIN)) {
            case ParsedWorkspace.Valid valid -> List.of();
            case ParsedWorkspace.Invalid invalid ->
                    invalid.problems().stream().map(Problem::toString).toList();
        };
    }

    private static JsonNode tree(String yaml) {
        LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
        return new ObjectMapper().valueToTree(new Load(settings).loadFromString(yaml));
    }

    @Test
    void everythingThatCanBeSaid() {
        WorkspaceSettings settings = valid(FULL);
        assertThat(settings.currency()).contains(EUR);
        assertThat(settings.subscription()).contains("prod");
        assertThat(settings.terms())
                .isEqualTo(
                        new Terms(
                                Optional.of(Amount.of("15", "EUR")),
                                List.of("eu"),
                                List.of("us-cloud-act"),
                                List.of("hds"),
                                Optional.of(Classification.PERSONAL)));
        assertThat(settings.rates())
                .containsExactly(
                        new DatedRate(
                                EUR,
                                USD,
                                new BigDecimal("0.86"),
                                LocalDate.of(2026, 12, 1),
                                "our bank"),
                        new DatedRate(
                                EUR,
                                Currency.getInstance("GBP"),
                                new BigDecimal("1.15"),
                                LocalDate.of(2026, 11, 30),
                                "tagwerk.yaml"));
        assertThat(settings.places())
                .isEqualTo(
                        Map.of(
                                ByteStore.STORAGE, new RegionName("azure", "westeurope"),
                                ByteStore.REGISTRY, new RegionName("ovhcloud", "GRA"),
                                ByteStore.LOGS, new RegionName("azure", "West Europe")));
        assertThat(settings.hardware())
                .containsExactly(
                        new OwnMachine(
                                "server",
                                Optional.of("H100-80GB"),
                                8,
                                Optional.of(192.0),
                                Optional.of(2L << 40),
                                Amount.of("200000", "EUR"),
                                36,
                                new BigDecimal("10200"),
                                Optional.of(new BigDecimal("1500")),
                                Optional.of(new BigDecimal("1.4")),
                                Optional.empty(),
                                Amount.of("0.3", "EUR"),
                                Optional.of(Amount.of("900", "EUR")),
                                Optional.of(Amount.of("0", "EUR")),
                                Optional.of(Amount.of("1200.5", "EUR")),
                                new BigDecimal("30")),
                        new OwnMachine(
                                "pc",
                                Optional.empty(),
                                0,
                                Optional.empty(),
                                Optional.empty(),
                                Amount.of("900", "USD"),
                                24,
                                new BigDecimal("90"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(new BigDecimal("20")),
                                Amount.of("0.15", "USD"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                new BigDecimal("5")));
        assertThat(SCHEMA.validate(tree(FULL))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "# the mark of this project's folder\n",
                "---\n# nothing yet\n",
                "rates:\nplaces:\nhardware:\n"
            })
    void anEmptyFileSetsNothing(String text) {
        assertThat(valid(text)).isEqualTo(WorkspaceSettings.NONE);
    }

    @Test
    void noFileSetsNothingAndAFolderIsNone() throws Exception {
        assertThat(WorkspaceFile.read(folder.resolve("tagwerk.yaml")))
                .isEqualTo(new ParsedWorkspace.Valid(WorkspaceSettings.NONE));
        Files.createDirectory(folder.resolve("tagwerk.yaml"));
        assertThat(WorkspaceFile.read(folder.resolve("tagwerk.yaml")))
                .isInstanceOfSatisfying(
                        ParsedWorkspace.Invalid.class,
                        invalid ->
                                assertThat(invalid.problems().getFirst().message())
                                        .contains("it is a folder"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "curency: EUR | 1:1: curency: unknown key `curency` (did you mean `currency`?)",
                "currency: EURO | 1:11: currency: must be a currency such as EUR",
                "currency: QQQ | 1:1: currency: QQQ is no currency",
                "budget: 15 | (add the currency: 15 EUR)",
                "rates: {EUR/USD: 0.86} | 1:18: rates.EUR/USD: has no date, and a rate without one says nothing (write {value: 0.86, date: 2026-12-01",
                "rates: {EUR/USD: {value: 0.86}} | rates.EUR/USD.date: is missing; must be a day such as 2026-12-01",
                "rates: {EUR/USD: {value: 0.86, date: 2026-02-30}} | 1:32: rates.EUR/USD.date: is no day of the calendar",
                "rates: {EUR/USD: {value: 0, date: 2026-02-03}} | value: must be above 0",
                "rates: {EUR/USD: {value: '0.86', date: 2026-02-03}} | numbers are not quoted: write 0.86",
                "rates: {EUR/USD: {value: -1, date: 2026-02-03}} | value: must be a number such as 0.86",
                "rates: {EUR/USD: {value: 1, date: 2026-02-03, surce: x}} | did you mean `source`?",
                "rates: {EUR/EUR: {value: 1, date: 2026-02-03}} | must be two currencies such as EUR/USD",
                "rates: {EUR-USD: {value: 1, date: 2026-02-03}} | must be two currencies such as EUR/USD",
                "rates: {EUR/USD: {value: 1, date: 2026-02-03}, USD/EUR: {value: 1, date: 2026-02-03}} | is a second rate between the two",
                "rates: [1] | rates: must be a mapping of keys, not a list",
                "places: {storage: westeurope} | places.storage: must be a provider and its region such as azure/westeurope",
                "places: {strage: azure/x} | did you mean `storage`?",
                "hardware: {name: x} | hardware: must be a list of machines, not a mapping (write `- name: …`)",
                "hardware: [x] | hardware[0]: must be a mapping such as {name: server",
                "model: x | unknown key `model` (known here: currency, subscription, budget",
                "- x | is a list",
            })
    void otherTextIsRefusedAtItsPlace(String text, String told) {
        assertThat(told(text))
                .singleElement()
                .asString()
                .startsWith("tagwerk.yaml:")
                .contains(told);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "azure_client_secret: abc",
                "registry_password: abc",
                "hf-token: abc",
                "accountKey: abc",
                "connection_string: abc",
                "places: {sas: abc}",
                "rates: {EUR/USD: {value: 1, date: 2026-12-01, api_key: abc}}",
            })
    void secretsHaveNoPlaceHere(String text) {
        assertThat(told(text))
                .singleElement()
                .asString()
                .contains(
                        "looks like a secret, and this file holds none (remove it, give it in the"
                                + " environment")
                .doesNotContain("abc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "purchase: 900 EUR | | is missing; must be an amount with its currency",
                "utilisation: 5 % | | hardware[0].utilisation: is missing; must be a quantity such as 30 %",
                "90 W | 90 | power: must be a quantity such as 350 W, not the number 90 (add the unit: 350 W)",
                "90 W | 0 W | must be above 0 and at most 1000000 W",
                "5 % | 101 % | must be above 0 and at most 100 %, not 101 %",
                "0.15 EUR/kWh | 0.15 EUR | electricity: must be a price such as 0.30 EUR/kWh",
                "0.15 EUR/kWh | 0.15 | add the currency: 0.15 EUR/kWh",
                "900 EUR | 900 USD | has amounts in EUR and USD (write all amounts of one machine in one currency)",
                "months: 24 | months: 0 | months: must be a whole number from 1 to 240",
                "months: 24 | gpus: 2~  months: 24 | counts cards of no kind",
                "months: 24 | pue: 0.9~  months: 24 | is below 1",
                "months: 24 | pue: 1.2~  cooling: 3 W~  months: 24 | exclude each other",
                "name: pc | name: own/pc | a name of letters, digits, dots",
            })
    void aMachineIsWholeOrRefused(String written, String instead, String told) {
        String text =
                MACHINE.replace(
                        (instead == null ? "  " : "") + written + (instead == null ? "\n" : ""),
                        instead == null ? "" : instead.replace('~', '\n'));
        assertThat(text).isNotEqualTo(MACHINE);
        assertThat(told(text)).singleElement().asString().contains(told);
    }

    @Test
    void allProblemsAreToldAtOnce() {
        assertThat(
                        told(
                                "currency: x\nresidencey: eu\nrates: {EUR/USD: 0.86}\nplaces: {logs: 1}\n"
                                        + MACHINE.replace("24", "0")))
                .hasSize(5);
        assertThat(told(MACHINE + MACHINE.lines().skip(1).reduce("", (a, b) -> a + b + "\n")))
                .singleElement()
                .asString()
                .contains("is a second machine named pc");
    }

    @Test
    void aRateSaysWhatYourCurrencyBuys() {
        assertThat(told("currency: EUR\nrates: {USD/EUR: {value: 1.16, date: 2026-12-01}}\n"))
                .singleElement()
                .asString()
                .contains("write EUR/USD and how many EUR one USD costs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "curency: EUR",
                "rates: {EUR/USD: 0.86}",
                "rates: {EUR/USD: {value: 0.86}}",
                "places: {storage: x}",
                "hardware: [{name: x}]",
                "budget: 15",
                "residency: []",
            })
    void theSchemaRefusesThemToo(String text) {
        assertThat(SCHEMA.validate(tree(text))).isNotEmpty();
        assertThat(told(text)).isNotEmpty();
    }
}
