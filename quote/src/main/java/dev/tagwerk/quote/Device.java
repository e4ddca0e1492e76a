package dev.tagwerk.quote;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.runfolder.Fingerprint;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What computes, in one precision: how fast it is expected to be before anything was measured on
 * it. docs/quotes.md says where the numbers come from.
 *
 * @param name what runs on the same thing have in common
 * @param flops operations of products per second that are expected of it
 * @param bandwidth bytes per second that are expected of it
 * @param launch seconds that starting a kernel takes
 * @param flopsSigma how uncertain that is: standard deviation of the logarithm
 */
public record Device(
        String name,
        double flops,
        double bandwidth,
        double launch,
        double flopsSigma,
        double bandwidthSigma,
        double launchSigma) {
    /** Of the data sheet's peak, what a training step of small batches gets. */
    static final double GPU_UTILISATION = 0.30;

    /** The same for the T4 in fp32, which one known run tells. */
    static final double T4_UTILISATION = 0.32;

    static final double GPU_BANDWIDTH_UTILISATION = 0.6;
    static final double GPU_LAUNCH = 12e-6;

    private static final double GPU_SIGMA = 0.5;
    private static final double T4_SIGMA = 0.3;

    /** Operations per second and thread of a processor, with 512-bit vectors and without. */
    static final double WIDE_THREAD = 100e9;

    static final double NARROW_THREAD = 50e9;
    static final double PROCESSOR_BANDWIDTH = 12e9;

    public Device {
        if (!(flops > 0 && bandwidth > 0 && launch > 0)) {
            throw new IllegalArgumentException(name + " is infinitely slow");
        }
    }

    /**
     * A card, or a share of one.
     *
     * @param share of the card; 1 for the whole one
     * @param cards that work together
     * @return empty where the data sheet's speed in this precision is unknown
     */
    public static Optional<Device> of(Gpu gpu, Precision precision, double share, int cards) {
        OptionalDouble peak =
                switch (precision) {
                    case FP32 -> gpu.fp32Tflops();
                    case BF16 -> gpu.bf16Tflops();
                    case FP16 -> gpu.fp16Tflops();
                };
        if (peak.isEmpty()) {
            return Optional.empty();
        }
        boolean known = gpu.name().equals("T4") && precision == Precision.FP32;
        double together = share * (cards == 1 ? 1 : 0.9 * cards);
        return Optional.of(
                new Device(
                        gpu.name() + (cards == 1 ? "" : " x " + cards) + " " + precision,
                        peak.getAsDouble()
                                * 1e12
                                * (known ? T4_UTILISATION : GPU_UTILISATION)
                                * together,
                        gpu.bandwidth() * 1e9 * GPU_BANDWIDTH_UTILISATION * together,
                        GPU_LAUNCH,
                        known ? T4_SIGMA : GPU_SIGMA,
                        0.4,
                        0.5));
    }

    /** What a run was computed on. */
    public static Device of(Fingerprint fingerprint, Precision precision) {
        int threads = fingerprint.threads() * fingerprint.processes();
        boolean wide = fingerprint.coreType().contains("AVX512");
        double perThread =
                (wide ? WIDE_THREAD : NARROW_THREAD) * (precision == Precision.BF16 ? 1.5 : 1);
        return new Device(
                fingerprint.cpuModel() + ", " + threads + " threads, " + precision,
                perThread * threads,
                PROCESSOR_BANDWIDTH,
                8e-6,
                1,
                1,
                1);
    }
}
