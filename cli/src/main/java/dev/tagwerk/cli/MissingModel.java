package dev.tagwerk.cli;

import dev.tagwerk.modelfiles.HubCache;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.TrainingJob;
import java.util.Optional;

/** The command that fetches a job's model, when it is one of the hub and not in the cache. */
final class MissingModel {
    private MissingModel() {}

    static Optional<String> pull(Shell shell, Optional<Job> job) {
        return job.flatMap(MissingModel::model)
                .filter(ModelRef.Hub.class::isInstance)
                .map(ModelRef.Hub.class::cast)
                .filter(hub -> !cached(shell, hub))
                .map(hub -> shell.command() + " models pull " + Shell.quoted(hub.text()));
    }

    private static Optional<ModelRef> model(Job job) {
        return switch (job) {
            case TrainingJob training -> Optional.of(training.model());
            case EvaluationJob evaluation -> Optional.of(evaluation.model());
            case ContainerJob container -> Optional.empty();
        };
    }

    private static boolean cached(Shell shell, ModelRef.Hub hub) {
        try {
            return HubCache.fromEnvironment(shell.environment())
                    .snapshot(hub.repository(), hub.revision())
                    .isPresent();
        } catch (ModelFilesException unusable) {
            // a damaged reference is mended by pulling, too
            return false;
        }
    }
}
