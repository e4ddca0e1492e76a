package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;

/**
 * An exchange rate and when it held.
 *
 * @param to the currency to pay in, EUR in {@code EUR/USD: {value: 0.86, …}}
 * @param from the currency to be paid, USD there
 * @param value how many of {@code to} one of {@code from} costs
 * @param source who says so
 */
public record DatedRate(
        Currency to, Currency from, BigDecimal value, LocalDate date, String source) {
    public DatedRate {
        WorkspaceKeys.RATE_VALUE.require(value);
        WorkspaceKeys.RATE_SOURCE.require(source);
        if (to.equals(from)) {
            throw new SpecException("a rate between " + to + " and itself");
        }
    }
}
