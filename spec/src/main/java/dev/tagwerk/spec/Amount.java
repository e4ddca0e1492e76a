package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** A sum of money: {@code 15 EUR}. Two that are worth the same are equal. */
public record Amount(BigDecimal value, Currency currency) {
    private static final BigDecimal MOST = new BigDecimal("1000000000");
    private static final int DIGITS = 6;

    public Amount {
        if (value.signum() < 0 || value.compareTo(MOST) > 0) {
            throw new SpecException("an amount must be from 0 to 1000000000");
        }
        value = value.stripTrailingZeros();
        if (value.scale() < 0) {
            value = value.setScale(0, RoundingMode.UNNECESSARY);
        }
        if (value.scale() > DIGITS) {
            throw new SpecException("an amount has at most " + DIGITS + " digits after the point");
        }
    }

    public static Amount of(String value, String currency) {
        return new Amount(new BigDecimal(value), Currency.getInstance(currency));
    }

    /** As a job file says it. */
    @Override
    public String toString() {
        return value.toPlainString() + " " + currency.getCurrencyCode();
    }
}
