package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import dev.tagwerk.quote.Cap;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Phase;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.spec.Amount;
import dev.tagwerk.spec.ContainerJob;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a budget becomes on an offer: caps, or why not.
 *
 * @param caps one for each service that can enforce it there
 * @param refusal why there is none, with what would do
 */
record BudgetCap(Amount budget, List<Cap> caps, Optional<String> refusal) {
    /** So much an exchange rate may move against us before the bill comes. */
    private static final BigDecimal MARGIN = new BigDecimal("0.95");

    BudgetCap {
        caps = List.copyOf(caps);
    }

    static BudgetCap of(Amount budget, Quote quote, QuoteAnswer answer) {
        if (quote.hour().isEmpty() || quote.phases().isEmpty()) {
            return refused(
                    budget,
                    quote.offer().id()
                            + " has no cap: "
                            + (quote.hour().isEmpty()
                                    ? "its price is unknown"
                                    : "nothing measured backs the duration"));
        }
        Optional<Money> firm = firm(quote, answer);
        if (firm.isEmpty()) {
            return refused(
                    budget,
                    quote.offer().id()
                            + " has no cap: a spot price moves, and the price on demand is"
                            + " unknown");
        }
        Money hour = firm.get();
        Optional<Money> there = convert(budget, hour, answer.rate());
        if (there.isEmpty()) {
            return refused(
                    budget,
                    "a budget in "
                            + budget.currency()
                            + " caps nothing that is billed in "
                            + hour.currency()
                            + " without a rate: --rate "
                            + budget.currency()
                            + "/"
                            + hour.currency()
                            + "=0.86, or `tagwerk prices refresh`");
        }
        double start = quote.seconds(Phase.START, Level.P90);
        Cap.Attempts attempts =
                new Cap.Attempts(
                        answer.job() instanceof ContainerJob container ? container.retries() : 0,
                        1);
        List<Cap> caps = new ArrayList<>();
        for (String enforcer : Cap.enforcers(quote.offer().machine().service())) {
            Cap.of(enforcer, there.get(), hour, start, attempts)
                    .filter(cap -> cap.timeout() >= needed(enforcer, quote, Level.P50))
                    .ifPresent(caps::add);
        }
        if (caps.isEmpty()) {
            String enforcer = Cap.enforcers(quote.offer().machine().service()).getFirst();
            return refused(
                    budget,
                    "a budget of "
                            + budget
                            + " is below what the job takes on "
                            + quote.offer().id()
                            + "; a cap of "
                            + would(
                                    budget, enforcer, quote, hour, start, attempts, Level.P50,
                                    answer)
                            + " would do in five of ten cases, of "
                            + would(
                                    budget, enforcer, quote, hour, start, attempts, Level.P90,
                                    answer)
                            + " in nine");
        }
        return new BudgetCap(budget, caps, Optional.empty());
    }

    /** An hour's price that holds: of a spot machine the one on demand. */
    private static Optional<Money> firm(Quote quote, QuoteAnswer answer) {
        if (quote.offer().plan() != Plan.SPOT) {
            return quote.hour();
        }
        return answer.known().stream()
                .filter(one -> (one.id() + "/spot").equals(quote.offer().id()))
                .filter(Offer::priced)
                .findFirst()
                .flatMap(one -> Pricing.hour(one).list());
    }

    /** Seconds that the field must allow. */
    private static double needed(String enforcer, Quote quote, Level level) {
        return quote.seconds(level)
                - (Cap.countsStart(enforcer) ? 0 : quote.seconds(Phase.START, level));
    }

    private static BudgetCap refused(Amount budget, String why) {
        return new BudgetCap(budget, List.of(), Optional.of(why));
    }

    /** The budget in the currency of the bill, a margin kept where that is another one. */
    private static Optional<Money> convert(Amount budget, Money hour, Optional<ExchangeRate> rate) {
        Money money = new Money(budget.value(), budget.currency());
        if (money.currency().equals(hour.currency())) {
            return Optional.of(money);
        }
        return rate.filter(one -> knows(one, money, hour))
                .map(one -> one.convert(money).times(MARGIN));
    }

    private static boolean knows(ExchangeRate rate, Money one, Money other) {
        return rate.from().equals(one.currency()) && rate.to().equals(other.currency())
                || rate.to().equals(one.currency()) && rate.from().equals(other.currency());
    }

    private static String would(
            Amount budget,
            String enforcer,
            Quote quote,
            Money hour,
            double start,
            Cap.Attempts attempts,
            Level level,
            QuoteAnswer answer) {
        long seconds = (long) Math.ceil(needed(enforcer, quote, level) / 60) * 60;
        Money worst = Cap.with(enforcer, Math.max(60, seconds), hour, start, attempts).worst();
        if (!worst.currency().equals(budget.currency())) {
            Optional<Money> converted =
                    answer.rate()
                            .filter(one -> knows(one, worst, Money.zero(budget.currency())))
                            .map(one -> one.convert(worst));
            if (converted.isPresent()) {
                BigDecimal needed =
                        converted.get().amount().divide(MARGIN, 2, RoundingMode.CEILING);
                return needed.toPlainString() + " " + budget.currency();
            }
        }
        return worst.amount().setScale(2, RoundingMode.CEILING).toPlainString()
                + " "
                + worst.currency();
    }
}
