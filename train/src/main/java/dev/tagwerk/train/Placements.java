package dev.tagwerk.train;

import dev.tagwerk.model.Libtorch;
import dev.tagwerk.model.Placement;
import dev.tagwerk.spec.Precision;
import dev.tagwerk.spec.Resources;

/** Where a job computes: the device and precision it asks for, or what fits this machine. */
public final class Placements {
    /** bfloat16 is native from here on (Ampere); below, fp16 with loss scaling. */
    private static final int BFLOAT16_CAPABILITY = 80;

    private Placements() {}

    /**
     * The placement for these resources.
     *
     * @throws TrainException when a GPU is asked for and there is none, or the device cannot do the
     *     precision
     */
    public static Placement choose(Resources resources, Precision precision) {
        Libtorch.load();
        boolean cuda =
                switch (resources.device()) {
                    case CPU -> false;
                    case CUDA -> requireCuda();
                    case AUTO -> Libtorch.cudaAvailable();
                };
        return cuda ? onCuda(precision) : onCpu(resources, precision);
    }

    private static boolean requireCuda() {
        if (!Libtorch.cudaAvailable()) {
            throw new TrainException(
                    "no_gpu",
                    "resources.device is cuda, but libtorch sees no CUDA device here. Build with the Maven"
                            + " profile `cuda` on a machine with an NVIDIA driver, or set device: cpu");
        }
        return true;
    }

    private static Placement onCpu(Resources resources, Precision precision) {
        int cores = Runtime.getRuntime().availableProcessors();
        int workers = resources.threads() == 0 ? cores : resources.threads();
        return switch (precision) {
            case AUTO, FP32 -> Placement.cpu(dev.tagwerk.model.Precision.FP32, workers);
            case BF16 -> Placement.cpu(dev.tagwerk.model.Precision.BF16, workers);
            case FP16 ->
                    throw new TrainException(
                            "no_fp16",
                            "precision fp16 needs a GPU; on the processor use fp32 or bf16");
        };
    }

    private static Placement onCuda(Precision precision) {
        int capability = Libtorch.cudaCapability();
        return switch (precision) {
            case AUTO ->
                    Placement.cudaDevice(
                            capability >= BFLOAT16_CAPABILITY
                                    ? dev.tagwerk.model.Precision.BF16
                                    : dev.tagwerk.model.Precision.FP16);
            case FP32 -> Placement.cudaDevice(dev.tagwerk.model.Precision.FP32);
            case FP16 -> Placement.cudaDevice(dev.tagwerk.model.Precision.FP16);
            case BF16 -> {
                if (capability < BFLOAT16_CAPABILITY) {
                    throw new TrainException(
                            "no_bf16",
                            "this GPU has compute capability "
                                    + capability / 10
                                    + "."
                                    + capability % 10
                                    + " and only emulates bfloat16; use precision: fp16 or fp32");
                }
                yield Placement.cudaDevice(dev.tagwerk.model.Precision.BF16);
            }
        };
    }
}
