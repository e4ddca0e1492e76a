package dev.tagwerk.formats;

import dev.tagwerk.spec.ContainerResources;
import java.math.BigDecimal;
import java.util.Optional;

/** Cores, memory and GPUs that a workload asks for, as a job asks for them. */
record ResourceTranslation(
        Workload workload, Container container, ForeignPhrases phrases, Ledger ledger) {
    private static final String GPU_NAME = "[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}";

    /**
     * What the container needs.
     *
     * @param shared bytes of {@code /dev/shm} that a volume asks for
     */
    ContainerResources resources(Optional<Long> shared) {
        Optional<Gpus> gpu = workload.gpu().or(container::gpu);
        container.gpu().map(Gpus::node).ifPresent(ledger::took);
        Optional<String> model = gpu.flatMap(this::model);
        return new ContainerResources(
                cpus(),
                memory(),
                model,
                gpu.flatMap(asked -> count(asked, model.isPresent())),
                sharedMemory().or(() -> shared));
    }

    private Optional<Double> cpus() {
        return container
                .cpu()
                .filter(cores -> cores.value().signum() > 0)
                .filter(cores -> cores.value().compareTo(BigDecimal.valueOf(1024)) <= 0)
                .map(
                        cores -> {
                            ledger.took("resources.cpus", cores.node());
                            return cores.value().doubleValue();
                        })
                .or(() -> phrases.atLeast("resources.cpus", "resources.cpu").map(Double::valueOf));
    }

    private Optional<Long> memory() {
        return container
                .memory()
                .filter(size -> isSize(size.value()))
                .map(
                        size -> {
                            ledger.took("resources.memory", size.node());
                            return size.value();
                        })
                .or(
                        () ->
                                phrases.atLeast("resources.memory", "resources.memory")
                                        .map(
                                                gigabytes ->
                                                        new BigDecimal(gigabytes)
                                                                .movePointRight(9)
                                                                .longValue())
                                        .filter(ResourceTranslation::isSize));
    }

    private static boolean isSize(long bytes) {
        return bytes >= 1 << 20 && bytes <= 64L << 40;
    }

    private Optional<Long> sharedMemory() {
        // the whole machine's memory, where somebody shares it, is nobody's request
        return container
                .sharedMemory()
                .filter(size -> isSize(size.value()))
                .map(
                        size -> {
                            ledger.took("resources.shm", size.node());
                            return size.value();
                        });
    }

    private Optional<String> model(Gpus gpu) {
        Optional<String> model = gpu.model().filter(name -> name.matches(GPU_NAME));
        if (model.filter(name -> name.matches("(?i)[0-9.]+ ?[gt]i?b.*|[0-9]+")).isPresent()) {
            ledger.lost(
                    gpu.node(),
                    "asks for a card by its memory or number, and a job names a card",
                    "set resources.gpu");
            return Optional.empty();
        }
        model.ifPresent(name -> ledger.took("resources.gpu", gpu.node()));
        return model;
    }

    private Optional<Long> count(Gpus gpu, boolean named) {
        Optional<Long> count =
                gpu.count().filter(number -> number >= 1 && number <= 64).map(Long::valueOf);
        ledger.took(gpu.node());
        if (count.isPresent()) {
            return count;
        }
        if (gpu.count().filter(number -> number == 0).isPresent()) {
            return Optional.empty();
        }
        if (!named) {
            ledger.changed(
                    gpu.node(), "does not say how many GPUs; here it is one", "set resources.gpus");
        }
        return Optional.of(1L);
    }
}
