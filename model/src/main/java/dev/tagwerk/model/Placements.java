package dev.tagwerk.model;

import dev.tagwerk.spec.Resources;

/** Where a job computes: the device and precision it asks for, or what fits this machine. */
public final class Placements {
    /** bfloat16 is native from here on (Ampere); below, fp16 with loss scaling. */
    private static final int BFLOAT16_CAPABILITY = 80;

    /** System property: threads that share a batch where the job names none. */
    public static final String THREADS = "tagwerk.threads";

    private Placements() {}

    /**
     * The placement of one process for these resources: its device, and its part of the threads.
     *
     * @throws ModelException when more GPUs are asked for than there are, or the device cannot do
     *     the precision
     */
    public static Placement choose(Resources resources, dev.tagwerk.spec.Precision precision) {
        Libtorch.load();
        if (resources.gpus().isPresent()) {
            requireGpus(resources.ranks());
            return onCuda(precision);
        }
        boolean cuda =
                switch (resources.device()) {
                    case CPU -> false;
                    case CUDA -> requireCuda();
                    case AUTO -> Libtorch.cudaAvailable();
                };
        if (cuda && resources.processes() > 1) {
            throw new ModelException(
                    "resources.processes is "
                            + resources.processes()
                            + ", and there is a GPU here: write gpus: N to train on N GPUs, or"
                            + " device: cpu to train on the processor");
        }
        return cuda ? onCuda(precision) : onCpu(resources, precision);
    }

    private static boolean requireCuda() {
        if (!Libtorch.cudaAvailable()) {
            throw new ModelException(
                    "resources.device is cuda, but libtorch sees no CUDA device here. Build with the Maven"
                            + " profile `cuda` on a machine with an NVIDIA driver, or set device: cpu");
        }
        return true;
    }

    private static void requireGpus(int wanted) {
        int found = Libtorch.cudaAvailable() ? Libtorch.cudaDevices() : 0;
        if (found < wanted) {
            throw new ModelException(
                    "resources.gpus is "
                            + wanted
                            + ", but libtorch sees "
                            + (found == 0 ? "no CUDA device" : found + " CUDA device(s)")
                            + " here. Lower gpus, or build with the Maven profile `cuda` on a machine"
                            + " with as many NVIDIA GPUs; on the processor several processes train"
                            + " with processes: N");
        }
    }

    private static Placement onCpu(Resources resources, dev.tagwerk.spec.Precision precision) {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads =
                resources.threads() == 0
                        ? Math.min(cores, Integer.getInteger(THREADS, cores))
                        : resources.threads();
        int workers = Math.max(1, threads / resources.processes());
        return switch (precision) {
            case AUTO, FP32 -> Placement.cpu(Precision.FP32, workers);
            case BF16 -> Placement.cpu(Precision.BF16, workers);
            case FP16 -> Placement.cpu(Precision.FP16, workers);
        };
    }

    private static Placement onCuda(dev.tagwerk.spec.Precision precision) {
        int capability = Libtorch.cudaCapability();
        return switch (precision) {
            case AUTO ->
                    Placement.cudaDevice(
                            capability >= BFLOAT16_CAPABILITY ? Precision.BF16 : Precision.FP16);
            case FP32 -> Placement.cudaDevice(Precision.FP32);
            case FP16 -> Placement.cudaDevice(Precision.FP16);
            case BF16 -> {
                if (capability < BFLOAT16_CAPABILITY) {
                    throw new ModelException(
                            "this GPU has compute capability "
                                    + capability / 10
                                    + "."
                                    + capability % 10
                                    + " and only emulates bfloat16; use precision: fp16 or fp32");
                }
                yield Placement.cudaDevice(Precision.BF16);
            }
        };
    }
}
