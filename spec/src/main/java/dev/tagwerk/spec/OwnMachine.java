package dev.tagwerk.spec;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A machine of one's own, and what it costs. What is not said is unknown; {@code 0 EUR} says that
 * nothing is paid.
 *
 * @param gpu one card's name
 * @param gpus how many of them; 0 without one
 * @param memory main memory in bytes
 * @param months over which the purchase is spread
 * @param watts what it draws while it works
 * @param idleWatts what it draws while it does not
 * @param powerUsageEffectiveness all power of the room over that of the machine, 1.4 for example
 * @param coolingWatts what cooling draws while it works, where no such factor is known
 * @param electricity a kilowatt-hour
 * @param rack a month's; likewise {@code service} and {@code people}
 * @param utilisation percent of all hours in which it works
 */
public record OwnMachine(
        String name,
        Optional<String> gpu,
        int gpus,
        Optional<Double> vcpus,
        Optional<Long> memory,
        Amount purchase,
        int months,
        BigDecimal watts,
        Optional<BigDecimal> idleWatts,
        Optional<BigDecimal> powerUsageEffectiveness,
        Optional<BigDecimal> coolingWatts,
        Amount electricity,
        Optional<Amount> rack,
        Optional<Amount> service,
        Optional<Amount> people,
        BigDecimal utilisation) {
    public OwnMachine {
        HardwareKeys.NAME.require(name);
        HardwareKeys.UTILISATION.require(utilisation);
        HardwareKeys.MONTHS.require((long) months);
        if (gpu.isPresent() != gpus > 0) {
            throw new SpecException(name + " has " + gpus + " GPUs of no kind");
        }
    }
}
