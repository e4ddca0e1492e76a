package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;

/**
 * A service in a region.
 *
 * @param profiles the machines it has there, by name
 * @param complete whether that list is whole: what a whole list lacks, the region lacks
 * @param features what else it has there: "jobs", "managedEnvironments", ...
 * @param note what to know about this region
 */
public record ServiceRegion(
        String service,
        Region region,
        List<String> profiles,
        boolean complete,
        List<String> features,
        Optional<String> note,
        Provenance provenance) {
    public ServiceRegion {
        profiles = List.copyOf(profiles);
        features = List.copyOf(features);
    }

    static ServiceRegion of(Row row) {
        String name = row.text("region");
        return new ServiceRegion(
                row.text("service"),
                Regions.find(name)
                        .orElseThrow(() -> new MarketException("no such region: '" + name + "'")),
                row.list("profiles", ","),
                row.yes("complete"),
                row.list("features", ","),
                row.optional("note"),
                row.provenance());
    }

    /** Whether it has that machine there; empty when the list is not whole and does not name it. */
    public Optional<Boolean> has(String profile) {
        String key = Names.key(profile);
        if (profiles.stream().anyMatch(one -> Names.key(one).equals(key))) {
            return Optional.of(true);
        }
        return complete ? Optional.of(false) : Optional.empty();
    }

    /** The kinds of GPU that it has there by the second (not by dedicated machines). */
    public List<Gpu> serverlessGpus() {
        return profiles.stream()
                .flatMap(profile -> Machines.find(service, profile).stream())
                .filter(machine -> machine.kind().equals("consumption-gpu"))
                .flatMap(machine -> machine.gpu().stream())
                .distinct()
                .toList();
    }
}
