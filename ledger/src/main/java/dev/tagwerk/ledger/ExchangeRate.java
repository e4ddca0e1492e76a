package dev.tagwerk.ledger;

import dev.tagwerk.spec.DatedRate;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;

/**
 * What one unit of a currency costs in another one.
 *
 * @param to the currency to pay in, EUR in "0.86 EUR a dollar"
 * @param from the currency to be paid, USD there
 * @param value how many of {@code to} one of {@code from} costs
 * @param source who says so
 */
public record ExchangeRate(
        Currency to, Currency from, BigDecimal value, LocalDate date, String source) {
    public ExchangeRate {
        if (value.signum() <= 0) {
            throw new LedgerException("a rate of " + value + " " + to + " for one " + from);
        }
        if (to.equals(from)) {
            throw new LedgerException("a rate between " + to + " and itself");
        }
        if (source.isBlank()) {
            throw new LedgerException("a rate of which nobody knows who said it");
        }
    }

    /** As a project's file says it. */
    public static ExchangeRate of(DatedRate rate) {
        return new ExchangeRate(rate.to(), rate.from(), rate.value(), rate.date(), rate.source());
    }

    /** Whether it says what money of the one currency is in the other, either way. */
    public boolean between(Currency one, Currency other) {
        return (to.equals(one) && from.equals(other)) || (to.equals(other) && from.equals(one));
    }

    public Money convert(Money money) {
        if (money.currency().equals(from)) {
            return new Money(money.amount().multiply(value), to);
        }
        if (money.currency().equals(to)) {
            return new Money(money.amount(), from).dividedBy(value);
        }
        throw new LedgerException(
                "a rate between "
                        + to
                        + " and "
                        + from
                        + " says nothing about "
                        + money.currency());
    }

    /** As people read it: "1 USD = 0.86 EUR (--rate, 2026-12-01)". */
    @Override
    public String toString() {
        return "1 %s = %s %s (%s, %s)".formatted(from, value.toPlainString(), to, source, date);
    }
}
