package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import java.util.Optional;

/**
 * One line of a quote.
 *
 * @param name as people read it
 * @param cost at each level; empty where a price is unknown, which is not zero
 * @param how where the number comes from
 */
public record QuoteLine(String name, Range<Optional<Money>> cost, String how) {
    /** Whether it costs something that nobody knows. */
    public boolean unknown() {
        return cost.middle().isEmpty();
    }
}
