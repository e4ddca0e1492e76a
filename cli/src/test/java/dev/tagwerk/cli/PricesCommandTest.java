package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PricesCommandTest {
    private static final String AZURE =
            """
            {"Items": [{"currencyCode": "USD", "tierMinimumUnits": 0.0, "retailPrice": 8e-05,
              "armRegionName": "westus2", "effectiveStartDate": "2024-01-01T00:00:00Z",
              "meterName": "Standard NC T4 v3 GPU Usage", "serviceName": "Azure Container Apps",
              "unitOfMeasure": "1 Second", "type": "Consumption", "isPrimaryMeterRegion": true,
              "armSkuName": ""}], "NextPageLink": null, "Count": 1}
            """;
    private static final String OVH =
            """
            {"locale": {"currencyCode": "EUR"}, "addons": [
              {"planCode": "ai-training.l4-1-gpu.minute.consumption",
               "pricings": [{"capacities": ["consumption"], "price": 1500000}]}]}
            """;
    private static final String ECB =
            """
            <Envelope><Cube><Cube time='2025-12-31'><Cube currency='USD' rate='1.25'/></Cube></Cube></Envelope>
            """;

    @TempDir private Path folder;
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/azure", 200, AZURE);
        serve("/ovh", 200, OVH);
        serve("/ecb", 200, ECB);
        serve("/forbidden", 403, "no");
        server.start();
        Files.createDirectories(folder.resolve(".tagwerk"));
    }

    private void serve(String path, int status, String text) {
        server.createContext(
                path,
                exchange -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private Terminal terminal(String ecb) {
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        return new Terminal(folder)
                .with("TAGWERK_AZURE_PRICES_URL", base + "/azure")
                .with("TAGWERK_OVH_CATALOGUE_URL", base + "/ovh")
                .with("TAGWERK_ECB_RATES_URL", base + ecb);
    }

    @Test
    void refreshedPricesAndTheRateAreUsedFromThenOn() throws Exception {
        Terminal refresh = terminal("/ecb").run("prices", "refresh");
        assertThat(refresh.code()).isZero();
        assertThat(refresh.out())
                .contains(
                        "azure-container-apps/westus2/T4/gpu/on-demand: 0.000073 USD per GPU-second"
                                + " -> 0.00008 USD per GPU-second",
                        "EUR/USD: new, 1 USD = 0.8 EUR (European Central Bank, 1 EUR = 1.25 USD, 2025-12-31)",
                        "3 prices and rates read, 3 changed");
        assertThat(refresh.err()).contains("reading: European Central Bank");
        JsonNode price =
                new ObjectMapper()
                        .readTree(
                                new Terminal(folder)
                                        .run("price", "azure-container-apps/westus2/T4", "--json")
                                        .out());
        assertThat(price.path("per_hour").path("amount").asDouble()).isEqualTo(2.0736);
        assertThat(price.path("meters").path(2).path("marks")).isEmpty();
        assertThat(price.path("converted").path("rate").asDouble()).isEqualTo(0.8);
        assertThat(new Terminal(folder).run("offers", "--gpu", "L4").out())
                .containsPattern("ovh-ai/GRA/l4-1-gpu +0.9000 EUR");
        JsonNode again =
                new ObjectMapper()
                        .readTree(terminal("/ecb").run("prices", "refresh", "--json").out());
        assertThat(again.path("changes")).isEmpty();
        assertThat(again.path("read").asInt()).isEqualTo(3);
    }

    @Test
    void whatCannotBeReadIsToldAndTheRestIsKept() {
        Terminal refresh = terminal("/forbidden").run("prices", "refresh");
        assertThat(refresh.code()).isEqualTo(ExitCode.FAILED);
        assertThat(refresh.out())
                .contains("not read: 127.0.0.1: status 403", "2 prices and rates read, 2 changed");
        assertThat(new Terminal(folder).run("offers", "--gpu", "L4").out())
                .containsPattern("ovh-ai/GRA/l4-1-gpu +0.9000 EUR");
    }

    @Test
    void brokenFilesAreToldWithTheirRemedy() throws Exception {
        terminal("/ecb").run("prices", "refresh");
        Files.writeString(folder.resolve(".tagwerk/prices/tariffs.tsv"), "nonsense\nx\ty\n");
        Terminal price = new Terminal(folder).run("price", "ovh-ai/GRA/L4");
        assertThat(price.code()).isEqualTo(ExitCode.FAILED);
        assertThat(price.err()).contains("tariffs.tsv", "delete it and refresh again");
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        Terminal refresh =
                terminal("/ecb")
                        .with("TAGWERK_OVH_CATALOGUE_URL", "file:///etc")
                        .run("prices", "refresh");
        assertThat(refresh.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refresh.err()).contains("TAGWERK_OVH_CATALOGUE_URL is no address");
        assertThat(new Terminal(folder).run("prices").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void everyPriceIsListedWithItsSource() throws Exception {
        Terminal files = new Terminal(folder).run("prices", "list", "--service", "azure-files");
        assertThat(files.code()).isZero();
        assertThat(files.out())
                .containsPattern("azure-files +eastus +Premium LRS, capacity +0.16 USD/GiB-month")
                .contains("billed for what is provisioned", "9 prices");
        assertThat(new Terminal(folder).run("prices", "list", "--service", "azure-blob").out())
                .contains("billed for at least 180 days", "unknown");
        JsonNode all =
                new ObjectMapper()
                        .readTree(new Terminal(folder).run("prices", "list", "--json").out());
        assertThat(all)
                .hasSizeGreaterThan(220)
                .allSatisfy(
                        row -> {
                            assertThat(row.path("source").asText()).isNotEmpty();
                            assertThat(row.path("price").path("currency").asText()).hasSize(3);
                        });
        Terminal none = new Terminal(folder).run("prices", "list", "--service", "aws");
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("services: azure-container-apps, azure-vm");
    }
}
