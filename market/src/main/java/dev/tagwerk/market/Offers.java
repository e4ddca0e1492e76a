package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is to be had: serverless profiles in the regions that have them, virtual machines where a
 * price of them was seen, flavors.
 */
public final class Offers {
    private static final String CONTAINER_APPS = "azure-container-apps";
    private static final String VIRTUAL_MACHINES = "azure-vm";
    private static final String OVH = "ovh-ai";
    private static final Currency USD = Currency.getInstance("USD");
    private static final Currency EUR = Currency.getInstance("EUR");

    private final PriceBook prices;

    private Offers(PriceBook prices) {
        this.prices = prices;
    }

    /** Every offer of a machine with a GPU. */
    public static List<Offer> all(PriceBook prices) {
        Offers offers = new Offers(prices);
        List<Offer> all = new ArrayList<>(offers.containerApps());
        all.addAll(offers.virtualMachines());
        all.addAll(offers.flavors());
        return List.copyOf(all);
    }

    private List<Offer> containerApps() {
        List<Offer> offers = new ArrayList<>();
        for (ServiceRegion place : ServiceRegions.of(CONTAINER_APPS)) {
            for (String profile : place.profiles()) {
                Machines.find(CONTAINER_APPS, profile)
                        .filter(machine -> machine.gpu().isPresent())
                        .ifPresent(machine -> offers.add(replica(machine, place)));
            }
        }
        return offers;
    }

    private Offer replica(Machine machine, ServiceRegion place) {
        boolean dedicated = machine.kind().startsWith("dedicated");
        BigDecimal processors = BigDecimal.valueOf(machine.vcpus()).stripTrailingZeros();
        BigDecimal memory = BigDecimal.valueOf(machine.memoryGib()).stripTrailingZeros();
        BigDecimal gpus = BigDecimal.valueOf(machine.gpuCount());
        List<Metered> meters = new ArrayList<>();
        if (dedicated) {
            meters.add(part(machine, place, Meter.DEDICATED_VCPU, processors, Unit.VCPU_HOUR));
            meters.add(part(machine, place, Meter.DEDICATED_MEMORY, memory, Unit.GIB_HOUR));
            meters.add(part(machine, place, Meter.DEDICATED_GPU, gpus, Unit.GPU_HOUR));
            meters.add(part(machine, place, Meter.DEDICATED_MANAGEMENT, BigDecimal.ONE, Unit.HOUR));
        } else {
            meters.add(part(machine, place, Meter.VCPU_ACTIVE, processors, Unit.VCPU_SECOND));
            meters.add(part(machine, place, Meter.MEMORY_ACTIVE, memory, Unit.GIB_SECOND));
            meters.add(part(machine, place, Meter.GPU, gpus, Unit.GPU_SECOND));
        }
        return new Offer(machine, place.region(), Plan.ON_DEMAND, meters, place.note());
    }

    private Metered part(
            Machine machine, ServiceRegion place, Meter meter, BigDecimal amount, Unit unit) {
        String gpu = machine.gpu().map(Gpu::name).orElse("");
        Optional<Tariff> tariff =
                prices.find(
                        new TariffKey(
                                CONTAINER_APPS,
                                place.region().name(),
                                meter == Meter.GPU || meter == Meter.DEDICATED_GPU ? gpu : "",
                                meter,
                                Plan.ON_DEMAND));
        return new Metered(
                meter,
                amount,
                tariff.flatMap(Tariff::providerMeter),
                tariff.map(Tariff::price).orElseGet(() -> Price.unknown(USD, unit)));
    }

    /** Azure has more sizes in more regions; those without any price that was seen are left out. */
    private List<Offer> virtualMachines() {
        List<Offer> offers = new ArrayList<>();
        for (Tariff tariff : prices.all()) {
            if (!tariff.service().equals(VIRTUAL_MACHINES)) {
                continue;
            }
            Optional<Machine> machine =
                    tariff.machine().flatMap(name -> Machines.find(VIRTUAL_MACHINES, name));
            Optional<Region> region = tariff.region().flatMap(name -> Regions.find("azure", name));
            if (machine.isPresent() && region.isPresent()) {
                offers.add(
                        new Offer(
                                machine.get(),
                                region.get(),
                                tariff.plan(),
                                List.of(whole(tariff)),
                                machine.get().note()));
            }
        }
        return offers;
    }

    private List<Offer> flavors() {
        List<Offer> offers = new ArrayList<>();
        for (ServiceRegion place : ServiceRegions.of(OVH)) {
            for (Machine machine : Machines.of(OVH)) {
                if (machine.gpu().isEmpty()
                        || place.has(machine.name()).equals(Optional.of(false))) {
                    continue;
                }
                Metered meter =
                        prices.find(
                                        new TariffKey(
                                                OVH,
                                                place.region().name(),
                                                machine.name(),
                                                Meter.MACHINE,
                                                Plan.ON_DEMAND))
                                .map(Offers::whole)
                                .orElseGet(Offers::unpriced);
                offers.add(
                        new Offer(
                                machine,
                                place.region(),
                                Plan.ON_DEMAND,
                                List.of(meter),
                                place.note()));
            }
        }
        return offers;
    }

    private static Metered whole(Tariff tariff) {
        return new Metered(Meter.MACHINE, BigDecimal.ONE, tariff.providerMeter(), tariff.price());
    }

    private static Metered unpriced() {
        return new Metered(
                Meter.MACHINE, BigDecimal.ONE, Optional.empty(), Price.unknown(EUR, Unit.HOUR));
    }

    /** Those whose GPU is one of these. */
    public static Predicate<Offer> withGpu(List<Gpu> gpus) {
        return offer -> offer.machine().gpu().filter(gpus::contains).isPresent();
    }
}
