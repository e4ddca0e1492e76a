package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Confidence;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.StorageTariff;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What a job costs beside its machine: storage by the month, traffic, logs. */
final class Sides {
    private static final BigDecimal GB = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

    /** Hours of a month: 365.25 days over twelve. */
    private static final BigDecimal MONTH_HOURS = new BigDecimal("730.5");

    private static final BigDecimal MONTH_DAYS = new BigDecimal("30.4375");

    private record Place(String service, String region, String tier, String meter) {}

    private static final Map<Place, Optional<Found>> FOUND = new ConcurrentHashMap<>();

    private Sides() {}

    /**
     * A tariff.
     *
     * @param elsewhere whether it is that of another region, the dearest known
     */
    private record Found(StorageTariff tariff, boolean elsewhere) {
        String words() {
            String text = tariff.tier() + ", " + tariff.price().provenance();
            if (elsewhere) {
                text += "; derived: the dearest region known, " + tariff.region().orElse("unnamed");
            } else if (tariff.price().provenance().confidence() != Confidence.DOCUMENTED) {
                text += " (third-party)";
            }
            return text;
        }
    }

    private static Optional<Found> find(String service, String region, String tier, String meter) {
        return FOUND.computeIfAbsent(
                new Place(service, region, tier, meter),
                place -> {
                    List<StorageTariff> all =
                            StorageTariff.all().stream()
                                    .filter(one -> one.service().equals(service))
                                    .filter(one -> one.tier().equals(tier))
                                    .filter(one -> one.meter().equals(meter))
                                    .filter(one -> one.redundancy().orElse("LRS").equals("LRS"))
                                    .filter(one -> one.price().amount().isPresent())
                                    .toList();
                    Optional<StorageTariff> here =
                            all.stream()
                                    .filter(
                                            one ->
                                                    one.region().isEmpty()
                                                            || one.region().get().equals(region))
                                    .findFirst();
                    return here.map(one -> new Found(one, false))
                            .or(
                                    () ->
                                            all.stream()
                                                    .max(
                                                            Comparator.comparing(
                                                                    one ->
                                                                            one.price()
                                                                                    .amount()
                                                                                    .orElseThrow()))
                                                    .map(one -> new Found(one, true)));
                });
    }

    /** Something that costs money, and of which nobody said how much there is. */
    static QuoteLine unknown(String name, String why) {
        Optional<Money> nobodyKnows = Optional.empty();
        return new QuoteLine(name, new Range<>(nobodyKnows, nobodyKnows, nobodyKnows), why);
    }

    private static boolean azure(Offer offer) {
        return offer.region().provider().equals("azure");
    }

    /** Bytes that lie for a month. */
    static QuoteLine storage(Offer offer, long bytes) {
        Optional<Found> found =
                azure(offer)
                        ? find("azure-files", offer.region().name(), "Hot", "capacity")
                        : find("ovh-object-storage", offer.region().name(), "Standard", "capacity");
        Optional<Money> cost = found.flatMap(one -> month(one.tariff(), bytes));
        return new QuoteLine(
                "storage, a month",
                new Range<>(cost, cost, cost),
                gigabytes(bytes)
                        + found.map(one -> ", " + one.tariff().service() + " " + one.words())
                                .orElse(", no price is known"));
    }

    private static Optional<Money> month(StorageTariff tariff, long bytes) {
        BigDecimal amount = BigDecimal.valueOf(bytes);
        Unit unit = tariff.price().unit();
        Optional<BigDecimal> factor =
                switch (unit) {
                    case GB_MONTH -> Optional.of(amount.divide(GB, 9, RoundingMode.HALF_EVEN));
                    case GIB_MONTH -> Optional.of(amount.divide(GIB, 9, RoundingMode.HALF_EVEN));
                    case GB_HOUR ->
                            Optional.of(
                                    amount.multiply(MONTH_HOURS)
                                            .divide(GB, 9, RoundingMode.HALF_EVEN));
                    default -> Optional.empty();
                };
        return factor.flatMap(
                many ->
                        tariff.price()
                                .amount()
                                .map(
                                        price ->
                                                new Money(
                                                        price.multiply(many),
                                                        tariff.price().currency())));
    }

    /** What is taken home; no price of traffic to the internet is known. */
    static QuoteLine egress(Offer offer, long bytes) {
        Optional<Money> nothing =
                bytes == 0 ? Optional.of(Money.zero(currency(offer))) : Optional.empty();
        return new QuoteLine(
                "egress",
                new Range<>(nothing, nothing, nothing),
                gigabytes(bytes) + " taken home; no price of traffic is known");
    }

    /** Console output, where the service stores it and bills for it. */
    static Optional<QuoteLine> logs(Offer offer, long bytes) {
        if (!offer.machine().service().equals("azure-container-apps")) {
            return Optional.empty();
        }
        Optional<Money> free = Optional.of(Money.zero(currency(offer)));
        // 5 GiB a month are free: no training of ours writes that much
        return Optional.of(
                new QuoteLine(
                        "logs",
                        new Range<>(free, free, free),
                        gigabytes(bytes)
                                + " of the 5 GiB that Log Analytics gives a month, if nothing"
                                + " else uses them"));
    }

    private static java.util.Currency currency(Offer offer) {
        return offer.meters().getFirst().price().currency();
    }

    /** A registry of one's own for the image, a month; in no total. */
    static Optional<Money> registryMonth(Offer offer) {
        return azure(offer)
                ? find("azure-container-registry", "", "Basic", "capacity")
                        .flatMap(
                                found ->
                                        found.tariff()
                                                .price()
                                                .amount()
                                                .map(
                                                        day ->
                                                                new Money(
                                                                        day.multiply(MONTH_DAYS),
                                                                        found.tariff()
                                                                                .price()
                                                                                .currency())))
                : Optional.empty();
    }

    static String gigabytes(long bytes) {
        return bytes >= 10_000_000
                ? String.format(java.util.Locale.ROOT, "%.2f GB", bytes / 1e9)
                : String.format(java.util.Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
