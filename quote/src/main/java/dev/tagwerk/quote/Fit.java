package dev.tagwerk.quote;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether a machine has what a job needs. */
final class Fit {
    private static final double GIB = 1L << 30;

    private Fit() {}

    /** Why the machine will not do, all reasons; empty when it will. */
    static List<String> refusals(QuotedJob job, Offer offer, Optional<Precision> precision) {
        List<String> refusals = new ArrayList<>();
        Machine machine = offer.machine();
        QuotedJob.Needs needs = job.needs();
        Optional<Gpu> gpu = machine.gpu();
        if (needs.cards() > machine.gpuCount()) {
            refusals.add(
                    "has "
                            + machine.gpuCount()
                            + (machine.gpuCount() == 1 ? " GPU" : " GPUs")
                            + ", the job wants "
                            + needs.cards());
        }
        needs.gpu()
                .filter(
                        wanted ->
                                gpu.isEmpty()
                                        || dev.tagwerk.market.Gpus.matching(wanted).stream()
                                                .noneMatch(gpu.get()::equals))
                .ifPresent(
                        wanted ->
                                refusals.add(
                                        "has "
                                                + gpu.map(Gpu::name).orElse("no GPU")
                                                + ", the job wants "
                                                + wanted));
        if (needs.vcpus().isPresent() && machine.vcpus() < needs.vcpus().getAsDouble()) {
            refusals.add(
                    "has %s vCPUs, the job wants %s"
                            .formatted(plain(machine.vcpus()), plain(needs.vcpus().getAsDouble())));
        }
        if (needs.memoryGib().isPresent()
                && machine.memoryGib() < needs.memoryGib().getAsDouble()) {
            refusals.add(
                    "has %s GiB of memory, the job wants %s"
                            .formatted(
                                    plain(machine.memoryGib()),
                                    plain(needs.memoryGib().getAsDouble())));
        }
        if (gpu.isPresent()
                && precision.equals(Optional.of(Precision.BF16))
                && !gpu.get().capability().bf16()) {
            refusals.add(
                    gpu.get().name()
                            + " only emulates bf16, which the job names: with precision: auto it"
                            + " computes in fp16");
        } else if (gpu.isPresent() && precision.isPresent()) {
            OptionalLong bytes = needs.cardMemory().bytes(gpu.get(), precision.get());
            double has = cardGib(machine, gpu.get());
            if (bytes.isPresent() && bytes.getAsLong() / GIB > has) {
                refusals.add(
                        "its card has %.1f GiB, the job takes %.1f GiB in %s"
                                .formatted(has, bytes.getAsLong() / GIB, precision.get()));
            }
        }
        return refusals;
    }

    /** Memory of one card, or of the share that is had of it. */
    static double cardGib(Machine machine, Gpu gpu) {
        return machine.gpuMemoryGib().orElse(gpu.memoryGib());
    }

    private static String plain(double number) {
        return number == Math.rint(number)
                ? String.valueOf((long) number)
                : String.format(Locale.ROOT, "%.2f", number);
    }
}
