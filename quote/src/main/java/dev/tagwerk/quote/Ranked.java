package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Plan;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A quote with what it is ranked by, told once: sorting asks for it many times.
 *
 * @param unpriced whether the machine's price is unknown
 * @param unquoted whether nothing backs a duration
 */
record Ranked(Quote quote, boolean unpriced, boolean unquoted, String currency, BigDecimal amount) {
    /** Known prices before unknown ones, then by P50, the price of an hour where there is none. */
    private static final Comparator<Ranked> ORDER =
            Comparator.comparing(Ranked::unpriced)
                    .thenComparing(Ranked::unquoted)
                    .thenComparing(Ranked::currency)
                    .thenComparing(Ranked::amount)
                    .thenComparing(one -> one.quote().offer().plan() == Plan.SPOT)
                    .thenComparing(one -> one.quote().offer().id());

    private static Ranked of(Quote quote, UnaryOperator<Money> comparable) {
        Optional<Money> price = quote.total(Level.P50).or(quote::hour).map(comparable);
        return new Ranked(
                quote,
                quote.hour().isEmpty(),
                quote.phases().isEmpty(),
                price.map(money -> money.currency().getCurrencyCode()).orElse(""),
                price.map(Money::amount).orElse(BigDecimal.ZERO));
    }

    static List<Quote> sorted(List<Quote> quotes, UnaryOperator<Money> comparable) {
        return quotes.stream()
                .map(quote -> of(quote, comparable))
                .sorted(ORDER)
                .map(Ranked::quote)
                .toList();
    }
}
