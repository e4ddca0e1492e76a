package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.ledger.GrantStore;
import dev.tagwerk.ledger.Interval;
import dev.tagwerk.ledger.Use;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.runfolder.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The month's grant, kept from command to command. The clock stands at the start of 2026. */
class CostCommandTest {
    private static final String T4 = "azure-container-apps/westus2/T4";
    @TempDir private Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private String out(String... arguments) {
        Terminal terminal = run(arguments);
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.code()).isZero();
        return terminal.out();
    }

    private void ran(String subscription, String name, int hours) {
        GrantStore store =
                new GrantStore(
                        Workspace.find(folder).root().resolve("ledger"),
                        GrantLedger.counted(),
                        Disk.real(),
                        Clock.systemUTC());
        store.settle(
                subscription,
                List.of(
                        new Use(
                                name,
                                new OfferArgument(
                                                Offers.all(PriceBook.shipped()),
                                                new Terminal(folder).shell())
                                        .find(T4),
                                Interval.of(
                                        Instant.parse("2026-01-02T00:00:00Z"),
                                        Duration.ofHours(hours)))));
    }

    @Test
    void theGaugeSaysWhoHadWhat() throws Exception {
        assertThat(out("cost", "grant"))
                .contains("subscription default, 2026-01 (UTC); renews on 2026-02-01")
                .containsPattern("vCPU-seconds +180,000 +not said +0 +180,000")
                .contains("counts as nothing", "billing.md, 2024-11-19, documented");
        ran("default", "lora-1", 2);
        assertThat(out("cost", "grant", "--used", "vcpu-seconds=90000"))
                .containsPattern("vCPU-seconds +180,000 +90,000 +57,600 +32,400")
                .containsPattern("GiB-seconds +360,000 +not said +360,000 +0")
                .contains("run lora-1: 57,600 vCPU-seconds, 360,000 GiB-seconds")
                .contains("others: said on 2026-01-01 (cost grant --used)");
        JsonNode json = new ObjectMapper().readTree(out("cost", "grant", "--json"));
        JsonNode processor = json.path("grants").path(0);
        assertThat(processor.path("used_by_others").path("amount").asInt()).isEqualTo(90_000);
        assertThat(processor.path("runs").path("lora-1").asInt()).isEqualTo(57_600);
        assertThat(processor.path("left").asInt()).isEqualTo(32_400);
        assertThat(json.path("renews").asText()).isEqualTo("2026-02-01T00:00:00Z");
        assertThat(out("cost", "grant", "--month", "2026-02"))
                .containsPattern("vCPU-seconds +180,000 +not said +0 +180,000");
        assertThat(out("cost", "grant", "--subscription", "prod"))
                .containsPattern("vCPU-seconds +180,000 +not said +0 +180,000");
        assertThat(out("cost", "grant", "--used", "0"))
                .containsPattern("vCPU-seconds +180,000 +0 +57,600 +122,400");
    }

    @Test
    void pricesTakeWhatIsLeft() throws Exception {
        out("cost", "grant", "--used", "all");
        assertThat(out("price", T4, "--duration", "4h45m"))
                .contains(
                        "after the month's free grant, if 180,000 vCPU-seconds and 360,000"
                                + " GiB-seconds of it are used, as `cost grant` has it (subscription"
                                + " default): 9.73 USD")
                .contains("start on 2026-02-01 (UTC): saves 6.09 USD");
        assertThat(out("price", T4, "--duration", "4h45m", "--grant-used", "0"))
                .contains("if nothing of it is used yet: 3.64 USD")
                .doesNotContain("saves");
        assertThat(out("price", T4, "--duration", "4h45m", "--subscription", "other"))
                .contains("if nothing of it is used yet: 3.64 USD");
        Files.writeString(folder.resolve("tagwerk.yaml"), "subscription: other\n");
        assertThat(out("price", T4, "--duration", "4h45m"))
                .contains("if nothing of it is used yet: 3.64 USD");
        // reckoning keeps nothing
        assertThat(out("cost", "grant"))
                .containsPattern("vCPU-seconds +180,000 +not said +0 +180,000");
    }

    @Test
    void waitingForTheFirstIsToldWhereItSaves() throws Exception {
        String[] price = {
            "price",
            T4,
            "--duration",
            "4h45m",
            "--start",
            "2026-01-31T22:00Z",
            "--grant-used",
            "all"
        };
        // 2 h 45 min of February: 79,200 vCPU-seconds and 360,000 GiB-seconds are free anyway
        assertThat(out(price))
                .contains("if 100 % of it is used already: 5.60 USD")
                .contains("start on 2026-02-01 (UTC): saves 1.96 USD");
        price[price.length - 1] = "0";
        assertThat(out(price)).doesNotContain("saves");
        price[price.length - 1] = "all";
        String[] json = java.util.Arrays.copyOf(price, price.length + 1);
        json[price.length] = "--json";
        JsonNode waiting = new ObjectMapper().readTree(out(json)).path("waiting");
        assertThat(waiting.path("start").asText()).isEqualTo("2026-02-01");
        assertThat(waiting.path("saves").path("amount").decimalValue())
                .isEqualByComparingTo("1.9584");
        assertThat(
                        out(
                                "price",
                                "ovh-ai/GRA/L4",
                                "--start",
                                "2026-01-31T22:00Z",
                                "--duration",
                                "9h"))
                .doesNotContain("saves");
    }

    @Test
    void mistakesAreNamed() throws Exception {
        for (String[] wrong :
                List.of(
                        new String[] {"--used", "much"},
                        new String[] {"--month", "2026-13"},
                        new String[] {"--subscription", "a b"})) {
            Terminal terminal = run("cost", "grant", wrong[0], wrong[1]);
            assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
            assertThat(terminal.err()).contains(wrong[0] + ": '" + wrong[1] + "'");
        }
        assertThat(run("cost").code()).isEqualTo(ExitCode.USAGE);
        out("cost", "grant", "--used", "0");
        Path file = Workspace.find(folder).root().resolve("ledger/grants.jsonl");
        Files.writeString(file, "{}\n");
        Terminal damaged = run("price", T4);
        assertThat(damaged.code()).isEqualTo(ExitCode.FAILED);
        assertThat(damaged.err()).contains("grants.jsonl:1 is damaged");
    }
}
