package dev.tagwerk.ledger;

import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.PriceBook;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Shipped offers, and what running them costs. */
final class Shelf {
    static final String ACA = "azure-container-apps";
    static final Offer T4 = offer(ACA + "/westus2/Consumption-GPU-NC8as-T4");
    static final Offer A100 = offer(ACA + "/eastus/Consumption-GPU-NC24-A100");
    static final Offer FLAVOR = offer("ovh-ai/GRA/l4-1-gpu");
    static final Instant START = Instant.parse("2026-10-01T00:00:00Z");

    private Shelf() {}

    static Offer offer(String id) {
        return Offers.all(PriceBook.shipped()).stream()
                .filter(offer -> offer.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static GrantAccount fullGrant() {
        return new GrantAccount(Grant.all());
    }

    static Bill hours(Offer offer, String hours) {
        return seconds(
                offer, new BigDecimal(hours).multiply(new BigDecimal(3600)).longValueExact());
    }

    static Bill seconds(Offer offer, long seconds) {
        return Pricing.bill(
                List.of(new Use("job", offer, Interval.of(START, Duration.ofSeconds(seconds)))),
                fullGrant());
    }
}
