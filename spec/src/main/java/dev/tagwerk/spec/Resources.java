package dev.tagwerk.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * What a job computes on.
 *
 * @param threads CPU threads, shared out among the processes; 0 means one per core
 * @param processes processes that train together on the processor, each with a copy of the model
 * @param gpus GPUs that train together, one process each; empty for what {@code device} says
 * @param processTimeout after which a process that does not answer counts as lost; whole seconds
 */
public record Resources(
        Device device, int threads, int processes, Optional<Long> gpus, Duration processTimeout) {
    public Resources {
        CommonKeys.THREADS.require((long) threads);
        CommonKeys.PROCESSES.require((long) processes);
        gpus.ifPresent(CommonKeys.GPUS::require);
        CommonKeys.PROCESS_TIMEOUT.require(processTimeout);
    }

    /** One process. */
    public Resources(Device device, int threads) {
        this(device, threads, 1, Optional.empty(), CommonKeys.DEFAULT_PROCESS_TIMEOUT);
    }

    /** How many processes train, on the processor or on GPUs. */
    public int ranks() {
        return gpus.map(Math::toIntExact).orElse(processes);
    }
}
