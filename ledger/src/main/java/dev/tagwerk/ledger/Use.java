package dev.tagwerk.ledger;

import dev.tagwerk.market.Offer;

/**
 * A machine that ran.
 *
 * @param job what the provider bills as one: several uses of one job add up before they are rounded
 */
public record Use(String job, Offer offer, Interval interval) {
    public Use {
        if (job.isBlank()) {
            throw new LedgerException("a use of no job");
        }
    }
}
