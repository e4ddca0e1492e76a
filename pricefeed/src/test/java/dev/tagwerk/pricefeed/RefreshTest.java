package dev.tagwerk.pricefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.market.Confidence;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.market.Tariff;
import dev.tagwerk.pricefeed.FakePublishers.Fault;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshTest {
    private static final String ACA = "Azure Container Apps";
    private static final String GPU = "Standard NC T4 v3 GPU Usage";
    private static final String SWEDEN =
            "azure-container-apps/swedencentral/Consumption-GPU-NC8as-T4";

    @TempDir private Path folder;
    private final FakePublishers fake = FakePublishers.start();
    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void prices() {
        fake.azure(
                ACA,
                FakePublishers.row(
                                "swedencentral",
                                "Standard vCPU Active Usage",
                                "3.4e-05",
                                "1 Second")
                        + ","
                        + FakePublishers.row(
                                "swedencentral",
                                "Standard Memory Active Usage",
                                "4e-06",
                                "1 Second"),
                FakePublishers.row("swedencentral", GPU, "8.1e-05", "1 Second")
                        + ","
                        + FakePublishers.row("westus2", GPU, "7.4e-05", "1 Second"));
    }

    @AfterEach
    void close() {
        fake.close();
    }

    private PriceStore store() {
        return new PriceStore(folder.resolve("prices"));
    }

    private RefreshReport refresh() {
        return refresh("2026-12-01T09:00:00Z", Duration.ofSeconds(30));
    }

    private RefreshReport refresh(String now, Duration limit) {
        Web web = new Web(HttpClient.newHttpClient(), limit, pauses::add);
        Clock clock = Clock.fixed(Instant.parse(now), ZoneOffset.UTC);
        return new Refresh(fake.addresses(), store(), clock, web).run(who -> {});
    }

    private static Offer offer(PriceBook book, String id) {
        return Offers.all(book).stream()
                .filter(offer -> offer.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static BigDecimal price(PriceBook book, String name) {
        return book.all().stream()
                .filter(tariff -> tariff.name().equals(name))
                .findFirst()
                .flatMap((Tariff tariff) -> tariff.price().amount())
                .orElseThrow();
    }

    @Test
    void whatWasUnknownIsKnownAndWhatChangedIsTold() throws Exception {
        assertThat(offer(store().book(), SWEDEN).priced()).isFalse();
        RefreshReport report = refresh();
        assertThat(report.failures()).isEmpty();
        assertThat(report.doubts()).isEmpty();
        assertThat(report.read()).isEqualTo(7);
        assertThat(offer(store().book(), SWEDEN).priced()).isTrue();
        assertThat(offer(store().book(), SWEDEN).meters().getLast().price())
                .satisfies(
                        price -> {
                            assertThat(price.amount().orElseThrow())
                                    .isEqualByComparingTo("0.000081");
                            assertThat(price.provenance().confidence())
                                    .isEqualTo(Confidence.DOCUMENTED);
                            assertThat(price.marks(LocalDate.parse("2026-12-01"))).isEmpty();
                        });
        assertThat(report.changes())
                .anySatisfy(
                        change -> {
                            assertThat(change.what())
                                    .isEqualTo("azure-container-apps/westus2/T4/gpu/on-demand");
                            assertThat(change.before()).contains("0.000073 USD per GPU-second");
                            assertThat(change.now()).isEqualTo("0.000074 USD per GPU-second");
                        });
        // A minute of 0.05166667 EUR.
        assertThat(price(store().book(), "ovh-ai/*/h100-1-gpu/machine/on-demand"))
                .isEqualByComparingTo("3.1000002");
        assertThat(store().rate().orElseThrow().value()).isEqualByComparingTo("0.85999312");
        assertThat(store().rate().orElseThrow().source()).contains("1 EUR = 1.1628 USD");
        assertThat(Files.getPosixFilePermissions(store().folder()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void theHistoryGrowsByWhatChanged() {
        refresh();
        int before = store().history().size();
        assertThat(refresh().changes()).isEmpty();
        assertThat(store().history()).hasSize(before);
        fake.ovh = FakePublishers.ovh(3_300_000, 5_166_667);
        RefreshReport report = refresh("2026-12-02T09:00:00Z", Duration.ofSeconds(30));
        assertThat(report.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.now()).contains("1.98 EUR per hour"));
        assertThat(store().history()).hasSize(before + 1);
        assertThat(store().history().getLast())
                .contains("2026-12-02T09:00:00Z", "1.9300002 EUR", "1.98 EUR");
    }

    @Test
    void theLatestRowThatHoldsAlreadyCounts() {
        fake.azure(
                ACA,
                FakePublishers.item("westus2", GPU, "9e-05", "1 Second", "2027-01-01T00:00:00Z", "")
                        + ","
                        + FakePublishers.item(
                                "westus2", GPU, "8e-05", "1 Second", "2026-06-01T00:00:00Z", "")
                        + ","
                        + FakePublishers.item(
                                "westus2", GPU, "7e-05", "1 Second", "2025-06-01T00:00:00Z", ""));
        refresh();
        assertThat(price(store().book(), "azure-container-apps/westus2/T4/gpu/on-demand"))
                .isEqualByComparingTo("0.00008");
    }

    @Test
    void machinesOnDemandAndSpotButNoWindows() {
        String sku = "Standard_NC8as_T4_v3";
        String since = "2024-01-01T00:00:00Z";
        fake.azure(
                sku,
                FakePublishers.item("swedencentral", "NC8as T4 v3", "0.79", "1 Hour", since, sku)
                        + ","
                        + FakePublishers.item(
                                "swedencentral", "NC8as T4 v3 Spot", "0.12", "1 Hour", since, sku)
                        + ","
                        + FakePublishers.item(
                                "swedencentral",
                                "NC8as T4 v3 Low Priority",
                                "0.2",
                                "1 Hour",
                                since,
                                sku)
                        + ","
                        + FakePublishers.item(
                                        "francecentral", "NC8as T4 v3", "1.5", "1 Hour", since, sku)
                                .replace("\"productName\":\"", "\"productName\":\"Windows "));
        refresh();
        PriceBook book = store().book();
        assertThat(offer(book, "azure-vm/swedencentral/" + sku).priced()).isTrue();
        assertThat(price(book, "azure-vm/swedencentral/" + sku + "/machine/spot"))
                .isEqualByComparingTo("0.12");
        assertThat(Offers.all(book)).noneMatch(o -> o.id().startsWith("azure-vm/francecentral"));
        assertThat(fake.asked()).anyMatch(url -> url.contains("armSkuName%20eq%20%27" + sku));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"BUSY", "BROKEN", "CUT"})
    void outagesAreWaitedFor(Fault fault) {
        fake.fails("azure", fault, fault);
        RefreshReport report = refresh();
        assertThat(report.failures()).isEmpty();
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void theTimeThatTheServerAsksForIsWaitedUpToAMinute() {
        fake.retryAfter = "7";
        fake.fails("azure", Fault.BUSY);
        refresh();
        assertThat(pauses).containsExactly(Duration.ofSeconds(7));
        pauses.clear();
        fake.retryAfter = "86400";
        fake.fails("azure", Fault.BUSY);
        refresh();
        assertThat(pauses).containsExactly(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"TOO_SLOW"},
            mode = EnumSource.Mode.EXCLUDE)
    void oneThatFailsDoesNotKeepBackTheOthersAndOldPricesStay(Fault fault) {
        refresh();
        fake.fails("azure", fault, fault, fault, fault);
        fake.ovh = FakePublishers.ovh(3_300_000, 5_166_667);
        RefreshReport report = refresh();
        assertThat(report.failures()).singleElement().asString().containsPattern("127.0.0.1|Azure");
        assertThat(report.changes()).hasSize(1);
        assertThat(price(store().book(), "azure-container-apps/westus2/T4/gpu/on-demand"))
                .isEqualByComparingTo("0.000074");
    }

    @Test
    void anAnswerThatNeverEndsIsGivenUp() {
        fake.fails("ecb", Fault.TOO_SLOW, Fault.TOO_SLOW, Fault.TOO_SLOW, Fault.TOO_SLOW);
        RefreshReport report = refresh("2026-12-01T09:00:00Z", Duration.ofMillis(1500));
        assertThat(report.failures())
                .anySatisfy(failure -> assertThat(failure).contains("4 times in a row"));
        assertThat(store().rate()).isEmpty();
    }

    @Test
    void pagesThatDoNotEndAreLeft() {
        fake.azure(ACA, "ENDLESS");
        assertThat(refresh().failures())
                .containsExactly("Azure Retail Prices API: its pages do not end");
    }

    @Test
    void aNextPageOnAnotherServerIsNotAskedFor() {
        fake.foreignLink = "http://127.0.0.1:9/steal";
        assertThat(refresh().failures())
                .containsExactly("Azure Retail Prices API: its next page lies on another server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-7.3e-05", "0", "\"free\"", "null", "1e400", "0.73"})
    void pricesThatCannotBeAreDoubted(String nonsense) {
        fake.azure(
                ACA,
                FakePublishers.row("westus2", GPU, nonsense, "1 Second")
                        + ","
                        + FakePublishers.row("eastus", GPU, "7.5e-05", "1 Second"));
        RefreshReport report = refresh();
        assertThat(report.failures()).isEmpty();
        assertThat(report.doubts())
                .singleElement()
                .asString()
                .startsWith("azure-container-apps/westus2/T4/gpu/on-demand: ");
        assertThat(price(store().book(), "azure-container-apps/westus2/T4/gpu/on-demand"))
                .isEqualByComparingTo("0.000073");
        assertThat(price(store().book(), "azure-container-apps/eastus/T4/gpu/on-demand"))
                .isEqualByComparingTo("0.000075");
    }

    @Test
    void euroPricesOtherTiersAndOtherUnitsAreNoListPrices() {
        fake.azure(
                ACA,
                FakePublishers.row("westus2", GPU, "1e-04", "1 Second")
                                .replace("\"USD\"", "\"EUR\"")
                        + ","
                        + FakePublishers.row("westus2", GPU, "1e-04", "1 Second")
                                .replace("Units\":0.0", "Units\":100.0")
                        + ","
                        + FakePublishers.row("westus2", GPU, "1e-04", "1 Hour")
                        + ","
                        + FakePublishers.row("atlantis", GPU, "1e-04", "1 Second")
                        + ","
                        + FakePublishers.row("eastus", GPU, "7.5e-05", "1 Second"));
        refresh();
        assertThat(price(store().book(), "azure-container-apps/westus2/T4/gpu/on-demand"))
                .isEqualByComparingTo("0.000073");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1.1", "0", "1.1.1", "11628", "NaN", ""})
    void ratesThatCannotBeAreRefused(String rate) {
        assertThatThrownBy(() -> EcbRates.dollar(FakePublishers.ecb("2026-11-30", rate)))
                .isInstanceOf(FeedException.class)
                .hasMessageContaining("European Central Bank");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html></html>",
                "{}",
                "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><Cube time='2026-11-30'>&a;"
            })
    void whatIsNoFileOfRatesIsRefused(String text) {
        assertThatThrownBy(() -> EcbRates.dollar(text)).isInstanceOf(FeedException.class);
        assertThatThrownBy(() -> EcbRates.dollar(FakePublishers.ecb("30.11.2026", "1.1")))
                .isInstanceOf(FeedException.class);
    }

    @Test
    void whatWasKeptAndIsBrokenIsToldWithItsRemedy() throws Exception {
        refresh();
        Files.writeString(store().folder().resolve("tariffs.tsv"), "service\tprice\nx\n");
        assertThatThrownBy(() -> store().book())
                .isInstanceOf(FeedException.class)
                .hasMessageContaining("tariffs.tsv")
                .hasMessageContaining("delete it and refresh again");
        Files.writeString(store().folder().resolve("rate.json"), "{}");
        assertThatThrownBy(() -> store().rate()).isInstanceOf(FeedException.class);
    }

    @Test
    void whenNobodyAnswersNothingIsWritten() {
        fake.close();
        RefreshReport report = refresh();
        assertThat(report.failures()).hasSize(3);
        assertThat(report.read()).isZero();
        assertThat(store().folder()).doesNotExist();
    }

    private static URI far(URI address) {
        return URI.create("http://prices.invalid" + address.getPath());
    }

    @Test
    void theProxyOfTheEnvironmentIsAsked() {
        fake.azure(ACA, FakePublishers.row("swedencentral", GPU, "8.1e-05", "1 Second"));
        Publishers here = fake.addresses();
        Publishers publishers = new Publishers(far(here.azure()), far(here.ovh()), far(here.ecb()));
        RefreshReport report =
                Refresh.run(
                        publishers,
                        store(),
                        Clock.fixed(Instant.parse("2026-12-01T00:00:00Z"), ZoneOffset.UTC),
                        Map.of(
                                "http_proxy",
                                "http://127.0.0.1:" + here.azure().getPort(),
                                "NO_PROXY",
                                "localhost"),
                        who -> {});
        assertThat(report.failures()).isEmpty();
        assertThat(fake.asked())
                .isNotEmpty()
                .allMatch(asked -> asked.startsWith("http://prices.invalid/"));
    }

    @Test
    void aProxyThatCannotBeUsedIsToldAtOnce() {
        RefreshReport report =
                Refresh.run(
                        fake.addresses(),
                        store(),
                        Clock.systemUTC(),
                        Map.of("http_proxy", "socks5://127.0.0.1:1"),
                        who -> {});
        assertThat(report.failures())
                .hasSize(3)
                .allMatch(told -> told.contains("of the form http://host:port"));
        assertThat(fake.asked()).isEmpty();
    }
}
