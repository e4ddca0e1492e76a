package dev.tagwerk.market;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A machine to rent: a workload profile, a virtual machine's size, a flavor.
 *
 * @param service "azure-container-apps", "azure-vm" (Azure ML computes too) or "ovh-ai"
 * @param kind "consumption", "consumption-gpu", "dedicated", "dedicated-gpu", "flex",
 *     "virtual-machine" or "flavor"
 * @param gpuMemoryGib of a share of a card; empty for whole ones
 * @param diskGib local disk, where known
 * @param most how many of it one job may have, where limited
 * @param quotaFamily the name under which the provider counts its quota
 */
public record Machine(
        String service,
        String name,
        String kind,
        double vcpus,
        double memoryGib,
        Optional<Gpu> gpu,
        int gpuCount,
        OptionalDouble gpuMemoryGib,
        OptionalDouble diskGib,
        OptionalInt most,
        Optional<String> quotaFamily,
        Optional<String> note,
        Provenance provenance) {
    public Machine {
        if (vcpus <= 0 || memoryGib <= 0) {
            throw new MarketException(name + " has no processor or no memory");
        }
        if (gpu.isPresent() != gpuCount > 0) {
            throw new MarketException(name + " has " + gpuCount + " GPUs of no kind");
        }
    }

    static Machine of(Row row) {
        return new Machine(
                row.text("service"),
                row.text("name"),
                row.text("kind"),
                row.number("vcpus"),
                row.number("memory_gib"),
                row.optional("gpu").map(Machine::named),
                row.optionalInteger("gpu_count").orElse(0),
                row.optionalNumber("gpu_memory_gib"),
                row.optionalNumber("disk_gib"),
                row.optionalInteger("most"),
                row.optional("quota_family"),
                row.optional("note"),
                row.provenance());
    }

    private static Gpu named(String name) {
        return Gpus.all().stream()
                .filter(gpu -> gpu.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new MarketException("no such GPU: '" + name + "'"));
    }
}
