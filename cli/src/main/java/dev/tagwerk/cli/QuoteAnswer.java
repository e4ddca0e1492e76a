package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Rates;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.Quoter;
import dev.tagwerk.quote.Quotes;
import dev.tagwerk.spec.Amount;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.OwnMachine;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A job that was quoted.
 *
 * @param grant what of the month's grant counts as used, in words
 * @param asked the offer to show line by line; empty means the cheapest
 * @param known every offer there is
 * @param own machines of the project
 * @param rates every exchange rate that is known
 */
record QuoteAnswer(
        Job job,
        JobToQuote numbers,
        PastRuns runs,
        Quotes quotes,
        Quoter quoter,
        Placement placement,
        Optional<ExchangeRate> rate,
        String grant,
        Optional<Amount> budget,
        Optional<Offer> asked,
        List<Offer> known,
        List<OwnMachine> own,
        Rates rates,
        LocalDate today) {

    /** In the currency to pay in, where the rate knows how. */
    Money into(Money money) {
        return rate.map(one -> RankedOffers.into(money, one)).orElse(money);
    }

    /** The quote to show line by line; empty where there is none. */
    Optional<Quote> chosen() {
        return asked.isPresent()
                ? quotes.admissible().stream()
                        .filter(quote -> quote.offer().id().equals(asked.get().id()))
                        .findFirst()
                : quotes.admissible().stream()
                        .filter(quote -> quote.total(Level.P50).isPresent())
                        .filter(quote -> !quote.phases().isEmpty())
                        .findFirst();
    }

    /** The cap that the budget becomes on the chosen offer. */
    Optional<BudgetCap> cap() {
        return budget.flatMap(amount -> chosen().map(quote -> BudgetCap.of(amount, quote, this)));
    }

    /** Whether nothing is admissible, or the budget does not pay for what was chosen. */
    boolean refused() {
        return quotes.admissible().isEmpty()
                || asked.isPresent() && chosen().isEmpty()
                || cap().map(cap -> cap.refusal().isPresent()).orElse(false);
    }
}
