package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OffersTest {
    private static final List<Offer> ALL = Offers.all(PriceBook.shipped());
    private static final LocalDate TODAY = LocalDate.parse("2026-12-01");

    private static Offer offer(String id) {
        return ALL.stream().filter(offer -> offer.id().equals(id)).findFirst().orElseThrow();
    }

    private static Placement placement(String residency, String notUnder, String certified) {
        return new Placement(list(residency), list(notUnder), list(certified));
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    @Test
    void everyOfferHasANameOfItsOwn() {
        assertThat(new HashSet<>(ALL.stream().map(Offer::id).toList())).hasSize(ALL.size());
        assertThat(ALL).hasSizeGreaterThan(150);
    }

    @Test
    void serverlessIsMeteredInThreeParts() {
        Offer offer = offer("azure-container-apps/westus2/Consumption-GPU-NC8as-T4");
        assertThat(offer.meters().stream().map(Metered::meter))
                .containsExactly(Meter.VCPU_ACTIVE, Meter.MEMORY_ACTIVE, Meter.GPU);
        assertThat(offer.meters().get(2).price().marks(TODAY)).containsExactly("derived");
        assertThat(offer.meters().get(2).price().provenance().source()).contains("bill");
        assertThat(offer.priced()).isTrue();
    }

    /** In euros the API rounds the GPU's second to four decimals: such a price is none. */
    @Test
    void whatIsNotKnownIsNotZero() {
        Offer west = offer("azure-container-apps/westeurope/Consumption-GPU-NC8as-T4");
        assertThat(west.priced()).isFalse();
        assertThat(west.meters().get(2).price().amount()).isEmpty();
        assertThat(west.meters().get(2).price().marks(TODAY)).containsExactly("unknown");
        assertThat(west.meters().get(2).price().note().orElseThrow()).contains("rounded");
        Offer dedicated = offer("azure-container-apps/northeurope/NC24-A100");
        assertThat(dedicated.meters()).hasSize(4);
        assertThat(dedicated.priced()).isFalse();
    }

    @Test
    void ageAndOriginAreMarked() {
        assertThat(offer("azure-vm/westus2/Standard_NC8as_T4_v3").meters().getFirst().price())
                .satisfies(
                        price ->
                                assertThat(price.marks(TODAY))
                                        .containsExactly("third-party", "stale"));
        Price flavor = offer("ovh-ai/GRA/l4-1-gpu").meters().getFirst().price();
        assertThat(flavor.marks(TODAY)).containsExactly("third-party", "undated");
        Price price = price("2026-06", 30);
        assertThat(price.staleOn(LocalDate.parse("2026-07-01"))).isFalse();
        assertThat(price.staleOn(LocalDate.parse("2026-07-02"))).isTrue();
        assertThat(price("undated", 9999).staleOn(TODAY)).isTrue();
    }

    private static Price price(String date, int days) {
        return new Price(
                Optional.of(BigDecimal.ONE),
                Currency.getInstance("USD"),
                Unit.HOUR,
                days,
                Optional.empty(),
                new Provenance("somebody", date, Confidence.DOCUMENTED));
    }

    @Test
    void aNewerPriceTakesTheOldOnesPlace() {
        Tariff old =
                PriceBook.shipped()
                        .find(
                                new TariffKey(
                                        "azure-container-apps",
                                        "westus2",
                                        "T4",
                                        Meter.GPU,
                                        Plan.ON_DEMAND))
                        .orElseThrow();
        Tariff newer =
                new Tariff(
                        old.service(),
                        old.region(),
                        old.machine(),
                        old.meter(),
                        old.plan(),
                        old.providerMeter(),
                        new Price(
                                Optional.of(new BigDecimal("0.00008")),
                                old.price().currency(),
                                Unit.GPU_SECOND,
                                180,
                                Optional.empty(),
                                new Provenance("the API", "2026-12-01", Confidence.DOCUMENTED)));
        PriceBook book = PriceBook.shipped().with(List.of(newer));
        assertThat(book.all()).hasSameSizeAs(PriceBook.shipped().all());
        assertThat(book.find(old.key()).orElseThrow().price().amount())
                .contains(new BigDecimal("0.00008"));
    }

    @Test
    void negativePricesAreRefused() {
        assertThatThrownBy(
                        () ->
                                new Price(
                                        Optional.of(new BigDecimal("-1")),
                                        Currency.getInstance("USD"),
                                        Unit.HOUR,
                                        1,
                                        Optional.empty(),
                                        new Provenance("x", "2026", Confidence.REPORTED)))
                .isInstanceOf(MarketException.class);
        assertThatThrownBy(() -> new Provenance("x", "2026-13", Confidence.REPORTED))
                .isInstanceOf(MarketException.class);
    }

    @Test
    void residencyLawAndCertificates() {
        Offer france = offer("azure-container-apps/francecentral/Consumption-GPU-NC8as-T4");
        Offer britain = offer("azure-container-apps/uksouth/Consumption-GPU-NC8as-T4");
        Offer gra = offer("ovh-ai/GRA/l4-1-gpu");
        Offer canada = offer("ovh-ai/BHS/l4-1-gpu");
        assertThat(placement("eu", "", "").refusals(france)).isEmpty();
        assertThat(placement("eea", "", "").refusals(britain))
                .singleElement()
                .asString()
                .contains("uksouth is in GB", "adequacy");
        assertThat(placement("westus2,francecentral", "", "").refusals(france)).isEmpty();
        assertThat(placement("any", "", "").refusals(britain)).isEmpty();
        assertThat(placement("eu", "us-cloud-act", "hds").refusals(france))
                .hasSize(2)
                .anySatisfy(reason -> assertThat(reason).contains("CLOUD Act"))
                .anySatisfy(reason -> assertThat(reason).contains("hds is unknown"));
        assertThat(placement("eu", "us-cloud-act", "HDS,ISO 27001,27018").refusals(gra)).isEmpty();
        assertThat(placement("eu", "us-cloud-act", "").refusals(canada)).hasSize(1);
        assertThat(Placement.ANYWHERE.refusals(canada)).isEmpty();
        assertThat(Placement.ANYWHERE.refusals(offer("azure-vm/eastus/Standard_NC6s_v3")))
                .singleElement()
                .asString()
                .contains("retired");
    }

    @Test
    void whatAPlacementDoesNotUnderstandIsToldAtOnce() {
        Placement wrong = placement("europe,frnacecentral", "gdpr", "iso-9001");
        assertThat(wrong.problems())
                .hasSize(4)
                .anySatisfy(problem -> assertThat(problem).contains("francecentral"))
                .anySatisfy(problem -> assertThat(problem).contains("us-cloud-act"))
                .anySatisfy(problem -> assertThat(problem).contains("hds"));
        assertThat(placement("eu", "us-cloud-act", "hds").problems()).isEmpty();
    }

    @Test
    void storageHasTiersRedundancyAndMinimumAges() {
        assertThat(StorageTariff.all())
                .anySatisfy(
                        tariff -> {
                            assertThat(tariff.tier()).isEqualTo("Archive");
                            assertThat(tariff.redundancy()).contains("LRS");
                            assertThat(tariff.minimumDays()).hasValue(180);
                        })
                .anySatisfy(
                        tariff -> {
                            assertThat(tariff.meter()).isEqualTo("egress");
                            assertThat(tariff.price().amount()).isEmpty();
                        });
        assertThat(Grant.of("azure-container-apps"))
                .extracting(grant -> grant.amount().intValueExact())
                .containsExactly(180_000, 360_000, 2);
    }
}
