package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Offers, the cheapest first, unknown prices last, and those that a placement refuses.
 *
 * <p>Without a rate, prices in different currencies are not compared: they stand in groups.
 */
record RankedOffers(List<Ranked> admissible, List<Refused> refused) {
    /** An offer and what an hour of it costs, before any grant; empty when unknown. */
    record Ranked(Offer offer, Optional<Money> hour) {}

    record Refused(Offer offer, Optional<Money> hour, List<String> reasons) {}

    RankedOffers {
        admissible = List.copyOf(admissible);
        refused = List.copyOf(refused);
    }

    static RankedOffers of(List<Offer> offers, Placement placement, Optional<ExchangeRate> rate) {
        List<Ranked> admissible = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        for (Offer offer : offers) {
            Optional<Money> hour = offer.priced() ? Pricing.hour(offer).list() : Optional.empty();
            List<String> reasons = placement.refusals(offer);
            if (reasons.isEmpty()) {
                admissible.add(new Ranked(offer, hour));
            } else {
                refused.add(new Refused(offer, hour, reasons));
            }
        }
        admissible.sort(byPrice(rate));
        return new RankedOffers(admissible, refused);
    }

    private static Comparator<Ranked> byPrice(Optional<ExchangeRate> rate) {
        return Comparator.comparing((Ranked one) -> one.hour().isEmpty())
                .thenComparing(
                        one ->
                                compared(one, rate)
                                        .map(money -> money.currency().getCurrencyCode())
                                        .orElse(""))
                .thenComparing(
                        one -> compared(one, rate).map(Money::amount).orElse(BigDecimal.ZERO))
                .thenComparing(one -> one.offer().id());
    }

    private static Optional<Money> compared(Ranked one, Optional<ExchangeRate> rate) {
        return one.hour().map(sum -> rate.map(known -> into(sum, known)).orElse(sum));
    }

    /** In the currency to pay in, where the rate knows how. */
    static Money into(Money sum, ExchangeRate rate) {
        return sum.currency().equals(rate.from()) ? rate.convert(sum) : sum;
    }

    /** How many currencies stand beside each other. */
    long currencies() {
        return admissible.stream()
                .flatMap(one -> one.hour().stream())
                .map(Money::currency)
                .distinct()
                .count();
    }
}
