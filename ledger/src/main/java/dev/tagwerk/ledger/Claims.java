package dev.tagwerk.ledger;

import dev.tagwerk.market.Meter;
import dev.tagwerk.market.Offer;

/**
 * Names of claims. A job may have run on several machines: each of its meters claims under a name
 * of its own.
 */
final class Claims {
    private Claims() {}

    static String name(String job, Offer offer, Meter meter) {
        return prefix(job) + offer.id() + "/" + meter;
    }

    static boolean isOf(String claim, String job) {
        return claim.startsWith(prefix(job));
    }

    static String job(String claim) {
        int end = claim.indexOf('@');
        return end < 0 ? claim : claim.substring(0, end);
    }

    private static String prefix(String job) {
        return job + "@";
    }
}
