package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * What a replica of Container Apps may have in the profile Consumption, over all its containers.
 *
 * @param consumptionOnly also in an environment without workload profiles
 */
public record ConsumptionSize(
        BigDecimal vcpus,
        BigDecimal memoryGib,
        double diskGib,
        boolean consumptionOnly,
        Provenance provenance) {
    private static final List<ConsumptionSize> ALL =
            Table.read("consumption-sizes.tsv").map(ConsumptionSize::of);

    private static ConsumptionSize of(Row row) {
        return new ConsumptionSize(
                new BigDecimal(row.text("vcpus")),
                new BigDecimal(row.text("memory_gib")),
                row.number("disk_gib"),
                row.yes("consumption_only"),
                row.provenance());
    }

    /** All, the smallest first. */
    public static List<ConsumptionSize> all() {
        return ALL;
    }

    /** The size of exactly that many vCPU; empty when there is none. */
    public static Optional<ConsumptionSize> ofVcpus(BigDecimal vcpus) {
        return ALL.stream().filter(size -> size.vcpus.compareTo(vcpus) == 0).findFirst();
    }

    /** The smallest size that has both, to offer instead of one that there is not. */
    public static Optional<ConsumptionSize> atLeast(BigDecimal vcpus, BigDecimal memoryGib) {
        return ALL.stream()
                .filter(
                        size ->
                                size.vcpus.compareTo(vcpus) >= 0
                                        && size.memoryGib.compareTo(memoryGib) >= 0)
                .findFirst();
    }

    /**
     * Ephemeral disk of a replica, EmptyDir included, in GiB; every profile counts by the vCPU
     * asked for, those with a GPU too.
     */
    public static double diskGib(BigDecimal vcpus) {
        return ALL.stream()
                .filter(size -> size.vcpus.compareTo(vcpus) >= 0)
                .findFirst()
                .orElse(ALL.getLast())
                .diskGib;
    }
}
