package dev.tagwerk.ledger;

import dev.tagwerk.market.Metered;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * One meter of one offer on a bill.
 *
 * @param seconds that are billed
 * @param granted how much of the quantity is free, in the price's unit
 */
public record Line(Metered metered, BigDecimal seconds, BigDecimal granted) {
    public Line {
        if (seconds.signum() < 0 || granted.signum() < 0) {
            throw new LedgerException(metered.meter() + " of " + seconds + " s");
        }
    }

    /** In the price's unit: vCPU-seconds, hours. */
    public BigDecimal quantity() {
        return metered.amount()
                .multiply(seconds)
                .divide(unitSeconds(), Money.SCALE, RoundingMode.HALF_EVEN);
    }

    /** Before the grant; empty where the price is unknown. */
    public Optional<Money> list() {
        return cost(metered.amount().multiply(seconds));
    }

    /** What is to be paid; empty where the price is unknown. */
    public Optional<Money> afterGrant() {
        return cost(metered.amount().multiply(seconds).subtract(granted.multiply(unitSeconds())));
    }

    private Optional<Money> cost(BigDecimal amountSeconds) {
        return metered.price()
                .amount()
                .map(
                        price ->
                                new Money(price.multiply(amountSeconds), metered.price().currency())
                                        .dividedBy(unitSeconds()));
    }

    private BigDecimal unitSeconds() {
        return BigDecimal.valueOf(metered.price().unit().seconds());
    }
}
