package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;

/** The providers whose law is known. */
public final class Providers {
    /** Those whose regions are in the tables, in the order in which names are looked up. */
    static final List<String> ALL_WITH_REGIONS = List.of("azure", "ovhcloud");

    private static final List<Provider> ALL = Table.read("providers.tsv").map(Provider::of);

    private Providers() {}

    public static List<Provider> all() {
        return ALL;
    }

    /** By name or by one of its services: "azure", "azure-ml", "ovh-ai". Empty when unknown. */
    public static Optional<Provider> find(String text) {
        String key = Names.key(text);
        return ALL.stream().filter(provider -> provider.answersTo(key)).findFirst();
    }
}
