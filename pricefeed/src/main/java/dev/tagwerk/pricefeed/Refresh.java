package dev.tagwerk.pricefeed;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.market.Price;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.market.Tariff;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads all publishers and keeps what they say; one that fails does not keep back the others. */
public final class Refresh {
    /** A price that grew or fell by more than this is rather a mistake than a price. */
    private static final BigDecimal LARGEST_STEP = BigDecimal.TEN;

    private final Publishers publishers;
    private final PriceStore store;
    private final Clock clock;
    private final Web web;
    private final List<Change> changes = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private int read;

    Refresh(Publishers publishers, PriceStore store, Clock clock, Web web) {
        this.publishers = publishers;
        this.store = store;
        this.clock = clock;
        this.web = web;
    }

    /**
     * Asks over the network.
     *
     * @param environment the caller's, which may name proxies
     * @param told which publisher is being read
     */
    public static RefreshReport run(
            Publishers publishers,
            PriceStore store,
            Clock clock,
            Map<String, String> environment,
            Consumer<String> told) {
        return new Refresh(publishers, store, clock, Web.real(environment)).run(told);
    }

    RefreshReport run(Consumer<String> told) {
        Instant now = clock.instant();
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        Map<String, Tariff> kept = new LinkedHashMap<>();
        store.tariffs().forEach(tariff -> kept.put(tariff.name(), tariff));
        Map<String, Tariff> known = new LinkedHashMap<>();
        PriceBook book = store.book();
        book.all().forEach(tariff -> known.put(tariff.name(), tariff));
        told.accept("Azure Retail Prices API");
        attempt(() -> new AzurePrices(web, publishers.azure(), now).read())
                .ifPresent(reading -> take(reading, known, kept));
        told.accept("OVHcloud's order catalogue");
        attempt(() -> new OvhCatalogue(web, publishers.ovh(), today).read())
                .ifPresent(reading -> take(reading, known, kept));
        told.accept("European Central Bank");
        Optional<ExchangeRate> before = store.rate();
        Optional<ExchangeRate> rate = attempt(() -> new EcbRates(web, publishers.ecb()).dollar());
        rate.ifPresent(found -> compare(found, before));
        if (read > 0) {
            store.keep(List.copyOf(kept.values()), rate, changes, now);
        }
        return new RefreshReport(read, changes, doubts, failures);
    }

    private <T> Optional<T> attempt(Supplier<T> publisher) {
        try {
            return Optional.of(publisher.get());
        } catch (FeedException e) {
            failures.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void take(Reading reading, Map<String, Tariff> known, Map<String, Tariff> kept) {
        doubts.addAll(reading.doubts());
        for (Tariff tariff : reading.tariffs()) {
            Optional<Price> before =
                    Optional.ofNullable(known.get(tariff.name())).map(Tariff::price);
            Price now = tariff.price();
            if (before.filter(old -> leaps(old, now)).isPresent()) {
                doubts.add(
                        tariff.name() + ": " + words(before.get()) + " before, now " + words(now));
                continue;
            }
            read++;
            kept.put(tariff.name(), tariff);
            if (before.map(old -> !words(old).equals(words(now))).orElse(true)) {
                changes.add(
                        new Change(
                                tariff.name(),
                                before.map(Refresh::words),
                                words(now),
                                now.provenance().toString()));
            }
        }
    }

    private static boolean leaps(Price before, Price now) {
        if (before.amount().isEmpty()
                || now.amount().isEmpty()
                || before.unit() != now.unit()
                || !before.currency().equals(now.currency())) {
            return false;
        }
        BigDecimal old = before.amount().get();
        BigDecimal found = now.amount().get();
        return found.compareTo(old.multiply(LARGEST_STEP)) > 0
                || old.compareTo(found.multiply(LARGEST_STEP)) > 0;
    }

    private static String words(Price price) {
        return price.amount()
                .map(
                        amount ->
                                amount.stripTrailingZeros().toPlainString()
                                        + " "
                                        + price.currency()
                                        + " per "
                                        + price.unit())
                .orElse("unknown");
    }

    private void compare(ExchangeRate found, Optional<ExchangeRate> before) {
        read++;
        if (before.filter(found::equals).isEmpty()) {
            changes.add(
                    new Change(
                            found.to() + "/" + found.from(),
                            before.map(ExchangeRate::toString),
                            found.toString(),
                            found.source()));
        }
    }
}
