package dev.tagwerk.cli;

import dev.tagwerk.spec.TrainingJob;
import java.util.Optional;

/**
 * What {@code check} found out about a job of ours.
 *
 * @param memory how much it will take; empty where that cannot be told, or no training is started
 */
record OwnJob(JobSource.Checked checked, Optional<JobForecast> memory) {
    static OwnJob of(Shell shell, JobSource.Checked checked) {
        return new OwnJob(
                checked,
                checked.problems().isEmpty()
                                && checked.job().orElse(null) instanceof TrainingJob training
                        ? JobForecast.tried(shell, training)
                        : Optional.empty());
    }

    /** Whether it is valid and would not fit into memory. */
    boolean exceeds() {
        return memory.map(forecast -> forecast.verdict() == MemoryVerdict.EXCEEDS).orElse(false);
    }
}
