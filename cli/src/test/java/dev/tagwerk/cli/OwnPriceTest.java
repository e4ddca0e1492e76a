package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnPriceTest {
    private static final String PROJECT =
            """
            hardware:
            - name: server
              gpu: H100-80GB
              gpus: 8
              purchase: 200000 EUR
              months: 36
              power: 10200 W
              electricity: 0.30 EUR/kWh
              pue: 1.4
              rack: 0 EUR
              people: 1000 EUR
              utilisation: 30 %
            - {name: t4, gpu: T4, purchase: 3000 EUR, months: 36, power: 150 W, electricity: 0.30 EUR/kWh, utilisation: 10 %}
            - {name: pc, purchase: 900 USD, months: 24, power: 90 W, electricity: 0.15 USD/kWh, utilisation: 5 %}
            """;
    @TempDir private Path folder;

    private Terminal run(String... arguments) throws IOException {
        Files.writeString(folder.resolve("tagwerk.yaml"), PROJECT);
        return new Terminal(folder).run(arguments);
    }

    @Test
    void partsSumAndBreakEvenAreTold() throws Exception {
        Terminal terminal = run("price", "own/server", "--duration", "5h");
        assertThat(terminal.err()).isEmpty();
        // 200,000/36/219.15 + 10.2*0.3 + 10.2*0.4*0.3 + 1000/219.15; 6,555.56/(24.80 - 4.284) h
        assertThat(terminal.out())
                .contains("8 x H100-80GB; your own; 5h00m; it works 219.15 of 730.5 hours a month")
                .containsPattern("purchase, spread over 36 months +25.3505 EUR an hour")
                .containsPattern("electricity while it works +3.0600 EUR an hour")
                .containsPattern("cooling while it works +1.2240 EUR an hour")
                .containsPattern("service +not said, not counted")
                .contains("an hour in which it works: 34.1976 EUR", "for 5h00m: 170.99 EUR")
                .containsPattern(
                        "8 x ovh-ai/GRA/h100-1-gpu +24.80 EUR +break-even 320 h a month.*undated")
                .contains(
                        "the real cost is higher: of electricity while it does not, service"
                                + " tagwerk.yaml says nothing");
        JsonNode json =
                new ObjectMapper()
                        .readTree(run("price", "own/server", "--duration", "5h", "--json").out());
        assertThat(json.path("per_hour").path("currency").asText()).isEqualTo("EUR");
        assertThat(json.path("compared").path(0).path("count").asInt()).isEqualTo(8);
        assertThat(
                        json.path("compared")
                                .path(0)
                                .path("break_even_hours_a_month")
                                .decimalValue()
                                .doubleValue())
                .isBetween(319.5, 319.6);
        assertThat(json.path("not_counted")).hasSize(2);
    }

    @Test
    void otherCurrenciesAreComparedOnlyWithARate() throws Exception {
        assertThat(run("price", "own/t4").out()).contains("not compared: no rate is known");
        assertThat(run("price", "own/t4", "--rate", "EUR/USD=0.86").out())
                .contains("h a month")
                .doesNotContain("not compared");
    }

    @Test
    void aMachineWithoutCardsIsComparedWithNothing() throws Exception {
        assertThat(run("price", "own/pc").out())
                .contains("no GPU; your own", "no price of the same cards to rent is known");
    }

    @Test
    void anUnknownMachineIsNamed() throws Exception {
        Terminal terminal = run("price", "own/servr");
        assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("no machine named servr", "there: server, t4, pc.");
    }
}
