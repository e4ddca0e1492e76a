package dev.tagwerk.spec;

import java.util.Optional;

/**
 * What a container needs; what is empty is left to whoever runs it.
 *
 * @param memory bytes
 * @param gpu the card's name, such as {@code A100}
 * @param gpus how many of them
 * @param sharedMemory bytes of {@code /dev/shm}
 */
public record ContainerResources(
        Optional<Double> cpus,
        Optional<Long> memory,
        Optional<String> gpu,
        Optional<Long> gpus,
        Optional<Long> sharedMemory) {
    public static final ContainerResources UNSAID =
            new ContainerResources(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public ContainerResources {
        cpus.ifPresent(ContainerKeys.CPUS::require);
        memory.ifPresent(ContainerKeys.MEMORY::require);
        gpu.ifPresent(ContainerKeys.GPU::require);
        gpus.ifPresent(ContainerKeys.GPUS::require);
        sharedMemory.ifPresent(ContainerKeys.SHARED_MEMORY::require);
    }
}
