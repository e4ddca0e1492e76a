package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The price of what lies or moves: a tier of storage, traffic, a registry, ingested logs.
 *
 * @param region empty where the source named none
 * @param redundancy "LRS", "ZRS", "GRS", where there is a choice
 * @param meter "capacity", "reads", "writes", "retrieval", "egress", "ingestion"
 * @param minimumDays that data are billed at least
 */
public record StorageTariff(
        String service,
        Optional<String> region,
        String tier,
        Optional<String> redundancy,
        String meter,
        OptionalInt minimumDays,
        Price price) {
    private static final List<StorageTariff> ALL =
            Table.read("storage-tariffs.tsv").map(StorageTariff::of);

    private static StorageTariff of(Row row) {
        return new StorageTariff(
                row.text("service"),
                row.optional("region"),
                row.text("tier"),
                row.optional("redundancy"),
                row.text("meter"),
                row.optionalInteger("minimum_days"),
                Price.of(row));
    }

    /** All that are known, in the table's order. */
    public static List<StorageTariff> all() {
        return ALL;
    }
}
