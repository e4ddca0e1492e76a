package dev.tagwerk.market;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where the services are, and with which machines. */
public final class ServiceRegions {
    private static final List<ServiceRegion> ALL =
            Table.read("service-regions.tsv").map(ServiceRegion::of);

    private ServiceRegions() {}

    public static List<ServiceRegion> of(String service) {
        return ALL.stream().filter(one -> one.service().equals(service)).toList();
    }

    /** Empty when the service is not told to be in that region, or the region is not known. */
    public static Optional<ServiceRegion> find(String service, String region) {
        return Regions.find(providerOf(service), region)
                .flatMap(
                        found ->
                                of(service).stream()
                                        .filter(one -> one.region().equals(found))
                                        .findFirst());
    }

    /**
     * The regions in which the service is known to have that machine, the nearest first.
     *
     * @param admissible such as {@code region -> region.jurisdiction() == Jurisdiction.EU}
     */
    public static List<ServiceRegion> nearest(
            String service, String profile, Region from, Predicate<Region> admissible) {
        return of(service).stream()
                .filter(one -> one.has(profile).orElse(false) && admissible.test(one.region()))
                .sorted(Comparator.comparingDouble(one -> one.region().distanceTo(from)))
                .toList();
    }

    private static String providerOf(String service) {
        return Providers.find(service).map(Provider::name).orElse(service);
    }
}
