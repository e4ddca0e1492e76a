package dev.tagwerk.cli;

import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What else does the same in the same region: the plain virtual machine instead of serverless, the
 * reverse, and both plans.
 */
record Alternatives(List<Offer> all) {
    /** One more way to have such a GPU there, and an hour of it. */
    record Alternative(Offer offer, Bill hour) {
        BigDecimal amount() {
            return hour.list().map(Money::amount).orElse(BigDecimal.ZERO);
        }
    }

    /** The cheapest of each kind and plan that has at least as much of everything. */
    List<Alternative> to(Offer offer) {
        return List.of(
                        cheapest(offer, true, Plan.ON_DEMAND),
                        cheapest(offer, false, Plan.ON_DEMAND),
                        cheapest(offer, false, Plan.SPOT))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Alternative> cheapest(Offer offer, boolean serverless, Plan plan) {
        return all.stream()
                .filter(other -> OfferArgument.isServerless(other) == serverless)
                .filter(other -> other.plan() == plan && other.priced())
                .filter(other -> !other.id().equals(offer.id()) && other.retired().isEmpty())
                .filter(other -> other.region().equals(offer.region()))
                .filter(other -> covers(other.machine(), offer.machine()))
                .map(other -> new Alternative(other, Pricing.hour(other)))
                .min(Comparator.comparing(Alternative::amount));
    }

    private static boolean covers(Machine other, Machine machine) {
        return other.gpu().equals(machine.gpu())
                && other.gpuCount() == machine.gpuCount()
                && other.gpuMemoryGib().equals(machine.gpuMemoryGib())
                && other.vcpus() >= machine.vcpus()
                && other.memoryGib() >= machine.memoryGib();
    }
}
