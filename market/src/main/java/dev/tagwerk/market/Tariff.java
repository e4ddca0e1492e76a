package dev.tagwerk.market;

import java.util.Optional;

/**
 * The price of one meter of compute.
 *
 * @param region empty for every region of the service
 * @param machine the machine, or the GPU where that is sold apart; empty for every machine
 * @param providerMeter as the provider's price list calls the meter
 */
public record Tariff(
        String service,
        Optional<String> region,
        Optional<String> machine,
        Meter meter,
        Plan plan,
        Optional<String> providerMeter,
        Price price) {
    static Tariff of(Row row) {
        return new Tariff(
                row.text("service"),
                row.optional("region"),
                row.optional("machine"),
                Meter.of(row.text("meter")),
                Plan.of(row.text("plan")),
                row.optional("provider_meter"),
                Price.of(row));
    }

    /** What it is the price of: two tariffs of the same key are an older and a newer one. */
    TariffKey key() {
        return new TariffKey(service, region.orElse(""), machine.orElse(""), meter, plan);
    }

    /** The key as text: "azure-container-apps/westus2/T4/gpu/on-demand". */
    public String name() {
        return String.join(
                "/",
                service,
                region.orElse("*"),
                machine.orElse("*"),
                meter.toString(),
                plan.toString());
    }
}
