package dev.tagwerk.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * Adapts a base model to data.
 *
 * @param maxDuration wall-clock time after which the job writes a checkpoint and stops; whole
 *     seconds
 */
public record TrainingJob(
        String name,
        ModelRef model,
        Task task,
        Recipe recipe,
        TrainingData data,
        Checkpoints checkpoints,
        Resources resources,
        Optional<Duration> maxDuration,
        Terms terms)
        implements Job {
    public TrainingJob {
        CommonKeys.NAME.require(name);
        maxDuration.ifPresent(TrainingKeys.MAX_DURATION::require);
        Rules.require(Kind.TRAINING, TrainingValues.rules(task, recipe, data, resources));
    }

    /** A job that may be placed anywhere. */
    public TrainingJob(
            String name,
            ModelRef model,
            Task task,
            Recipe recipe,
            TrainingData data,
            Checkpoints checkpoints,
            Resources resources,
            Optional<Duration> maxDuration) {
        this(name, model, task, recipe, data, checkpoints, resources, maxDuration, Terms.NONE);
    }
}
