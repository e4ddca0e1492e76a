package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A GPU as it is sold.
 *
 * @param family what people say who do not say the memory: "A100"
 * @param memoryGb memory on the label, in GB
 * @param shownGib memory as tools on the machine show it, in GiB, where known
 * @param bandwidth of the memory, in GB/s
 * @param fp32Tflops and the next two: dense, not sparse, where known
 * @param lastCudaMajor the last major version of CUDA that has it
 */
public record Gpu(
        String name,
        String family,
        List<String> aliases,
        String architecture,
        ComputeCapability capability,
        int memoryGb,
        OptionalDouble shownGib,
        double bandwidth,
        OptionalDouble fp32Tflops,
        OptionalDouble fp16Tflops,
        OptionalDouble bf16Tflops,
        int lastCudaMajor,
        Optional<String> note,
        Provenance provenance) {
    public Gpu {
        aliases = List.copyOf(aliases);
        if (memoryGb <= 0 || bandwidth <= 0) {
            throw new MarketException(name + " has no memory or no bandwidth");
        }
    }

    static Gpu of(Row row) {
        return new Gpu(
                row.text("name"),
                row.text("family"),
                row.list("aliases", ";"),
                row.text("architecture"),
                ComputeCapability.parse(row.text("compute_capability"))
                        .orElseThrow(() -> new MarketException("no compute capability")),
                row.integer("memory_gb"),
                row.optionalNumber("shown_gib"),
                row.number("bandwidth_gb_s"),
                row.optionalNumber("fp32_tflops"),
                row.optionalNumber("fp16_tflops"),
                row.optionalNumber("bf16_tflops"),
                row.integer("last_cuda_major"),
                row.optional("note"),
                row.provenance());
    }

    /** Memory to plan with, in GiB: as shown on the machine, else the label's number of GB. */
    public double memoryGib() {
        return shownGib.orElse(memoryGb);
    }

    /** The dtype to train in: bf16 where it is native, else fp16 with loss scaling or fp32. */
    public String trainingDtype() {
        return capability.bf16() ? "bf16" : "fp16 with loss scaling, or fp32";
    }
}
