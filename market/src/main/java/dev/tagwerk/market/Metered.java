package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * One meter of an offer, and how much of it the machine takes while it runs.
 *
 * @param amount vCPUs, GiB, GPUs or machines
 * @param providerMeter as the provider's price list calls it
 */
public record Metered(Meter meter, BigDecimal amount, Optional<String> providerMeter, Price price) {
    public Metered {
        if (amount.signum() <= 0) {
            throw new MarketException(meter + " of an offer is " + amount);
        }
        if (price.unit().seconds() == 0) {
            throw new MarketException(meter + " is not billed by time but by " + price.unit());
        }
    }
}
