package dev.tagwerk.ledger;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Own hardware against rented.
 *
 * @param rented an hour of the rented one, in the currency of the own one
 * @param hours of work a month from which on the own one is cheaper; empty where it never is: an
 *     hour of its power costs as much as renting
 */
public record BreakEven(Money rented, Optional<BigDecimal> hours) {
    /** Whether a month has so many hours. */
    public boolean reachable() {
        return hours.filter(needed -> needed.compareTo(OwnHardware.HOURS_A_MONTH) <= 0).isPresent();
    }
}
