package dev.tagwerk.ledger;

import java.util.Currency;
import java.util.List;
import java.util.Optional;

/** Exchange rates, those to be used first in front. None is ever made of two others. */
public record Rates(List<ExchangeRate> rates) {
    public Rates {
        rates = List.copyOf(rates);
    }

    /** The rate between two currencies, either way; empty where none has been told. */
    public Optional<ExchangeRate> between(Currency one, Currency other) {
        return rates.stream().filter(rate -> rate.between(one, other)).findFirst();
    }

    /** Money in another currency; itself in its own, empty where no rate has been told. */
    public Optional<Money> into(Currency currency, Money money) {
        return money.currency().equals(currency)
                ? Optional.of(money)
                : between(currency, money.currency()).map(rate -> rate.convert(money));
    }
}
