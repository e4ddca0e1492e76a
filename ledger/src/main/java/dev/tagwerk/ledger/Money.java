package dev.tagwerk.ledger;

import dev.tagwerk.spec.Amount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** An exact amount of one currency. It is rounded where it is shown, nowhere else. */
public record Money(BigDecimal amount, Currency currency) {
    /** Digits after the point that a division keeps. */
    static final int SCALE = 18;

    /** Two amounts that are worth the same are equal: 1.50 and 1.5. */
    public Money {
        amount =
                amount.signum() == 0
                        ? BigDecimal.ZERO
                        : amount.scale() > 0 ? amount.stripTrailingZeros() : amount;
        if (amount.scale() < 0) {
            amount = amount.setScale(0, RoundingMode.UNNECESSARY);
        }
    }

    public static Money of(String amount, String currency) {
        return new Money(new BigDecimal(amount), Currency.getInstance(currency));
    }

    /** As a job or a project says it. */
    public static Money of(Amount amount) {
        return new Money(amount.value(), amount.currency());
    }

    public static Money zero(Currency currency) {
        return new Money(BigDecimal.ZERO, currency);
    }

    public Money plus(Money other) {
        return new Money(amount.add(comparable(other).amount), currency);
    }

    public Money minus(Money other) {
        return new Money(amount.subtract(comparable(other).amount), currency);
    }

    public Money times(BigDecimal factor) {
        return new Money(amount.multiply(factor), currency);
    }

    Money dividedBy(BigDecimal divisor) {
        return new Money(amount.divide(divisor, SCALE, RoundingMode.HALF_EVEN), currency);
    }

    /** As a share of another amount: 0.1283. */
    public BigDecimal shareOf(Money whole) {
        BigDecimal all = comparable(whole).amount;
        return all.signum() == 0
                ? BigDecimal.ZERO
                : amount.divide(all, SCALE, RoundingMode.HALF_EVEN);
    }

    /** As people read it: half a cent goes up. */
    public String shown(int digits) {
        return amount.setScale(digits, RoundingMode.HALF_UP).toPlainString() + " " + currency;
    }

    private Money comparable(Money other) {
        if (!currency.equals(other.currency)) {
            throw new LedgerException(
                    other.currency
                            + " and "
                            + currency
                            + " are not reckoned together without a rate that has a date");
        }
        return other;
    }

    @Override
    public String toString() {
        return amount.toPlainString() + " " + currency;
    }
}
