package dev.tagwerk.market;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The providers' regions, found by name or by what a portal calls them. */
public final class Regions {
    private static final List<Region> ALL = Table.read("regions.tsv").map(Region::of);
    private static final Map<String, Region> BY_KEY = byKey();

    private Regions() {}

    public static List<Region> all() {
        return ALL;
    }

    public static List<Region> of(String provider) {
        return ALL.stream().filter(region -> region.provider().equals(provider)).toList();
    }

    /**
     * "westus2", "West US 2" and "Westliches USA 2" are the same region.
     *
     * @param provider "azure" or "ovhcloud"
     */
    public static Optional<Region> find(String provider, String text) {
        return Optional.ofNullable(BY_KEY.get(provider + "/" + Names.key(text)));
    }

    /** The region of any provider; where two providers use a name, the table's first. */
    public static Optional<Region> find(String text) {
        return Providers.ALL_WITH_REGIONS.stream()
                .flatMap(provider -> find(provider, text).stream())
                .findFirst();
    }

    private static Map<String, Region> byKey() {
        Map<String, Region> byKey = new HashMap<>();
        for (Region region : ALL) {
            put(byKey, region, region.name());
            region.displayNames().forEach(name -> put(byKey, region, name));
        }
        return Map.copyOf(byKey);
    }

    private static void put(Map<String, Region> byKey, Region region, String name) {
        Region before = byKey.put(region.provider() + "/" + Names.key(name), region);
        if (before != null && !before.equals(region)) {
            throw new MarketException(
                    "'" + name + "' names both " + before.name() + " and " + region.name());
        }
    }
}
