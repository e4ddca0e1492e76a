package dev.tagwerk.market;

import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One thing to rent: a machine of a provider in a region, and what is metered of it.
 *
 * @param note what to know about this machine there
 */
public record Offer(
        Machine machine, Region region, Plan plan, List<Metered> meters, Optional<String> note) {
    public Offer {
        meters = List.copyOf(meters);
        if (meters.isEmpty()) {
            throw new MarketException(machine.name() + " has no meters");
        }
    }

    /** As people type it: "azure-container-apps/westus2/Consumption-GPU-NC8as-T4". */
    public String id() {
        String place = machine.service() + "/" + region.name() + "/" + machine.name();
        return plan == Plan.SPOT ? place + "/spot" : place;
    }

    /** When and by whom it was taken from the market; empty while it is to be had. */
    public Optional<String> retired() {
        return machine.note().filter(text -> text.startsWith("retired"));
    }

    public Billing billing() {
        return Billing.of(machine.service());
    }

    /** Who runs the machine, and under which law. */
    public Optional<Provider> provider() {
        return Providers.find(region.provider());
    }

    /** Whether every meter has a price, all in one currency. */
    public boolean priced() {
        return meters.stream().allMatch(meter -> meter.price().amount().isPresent())
                && currencies().size() == 1;
    }

    /** Of all its meters; several only where some of them are unknown or seen in another one. */
    public Set<Currency> currencies() {
        return meters.stream()
                .map(meter -> meter.price().currency())
                .collect(Collectors.toUnmodifiableSet());
    }
}
