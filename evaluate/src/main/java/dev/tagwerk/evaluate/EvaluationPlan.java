package dev.tagwerk.evaluate;

import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Placements;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which models are measured, on what, and how.
 *
 * @param contestants in the order of the report; each is compared with the first
 * @param columns which columns of the rows play which part
 * @param chatTemplate how conversations are written; empty means as the last contestant's template
 *     says
 * @param regrets side file with what each option would cost
 * @param batchSize rows per forward pass
 * @param run folder of the training run whose loss curve belongs into the report
 */
public record EvaluationPlan(
        String name,
        List<Contestant> contestants,
        Task task,
        Path data,
        DataFormat format,
        Columns columns,
        Optional<ChatTemplateRef> chatTemplate,
        Optional<Path> regrets,
        int maxLength,
        int batchSize,
        Placement placement,
        int bootstrapSamples,
        long seed,
        Optional<Path> run) {
    private static final int BATCH_SIZE = 32;
    private static final int BOOTSTRAP_SAMPLES = 2000;
    private static final long SEED = 42;

    /**
     * One model.
     *
     * @param reading how its decisions are read; empty means by its head, or the option texts
     */
    public record Contestant(String name, ModelSource source, Optional<Reading> reading) {}

    public EvaluationPlan {
        contestants = List.copyOf(contestants);
        if (contestants.isEmpty()) {
            throw new EvaluateException("contestants: at least one model is needed");
        }
        if (batchSize < 1) {
            throw new EvaluateException("batchSize must be at least 1, not " + batchSize);
        }
    }

    /** The plan of a job: the base, and the tuned model where the job names one. */
    public static EvaluationPlan of(EvaluationJob job, Map<String, String> environment) {
        ModelFolder base = ModelFolder.open(path(job.model(), environment));
        ModelSource tuned =
                job.adapter().isPresent() || job.head().isPresent()
                        ? ModelSource.of(base, job.adapter(), job.head())
                        : ModelSource.find(base.path(), environment);
        List<Contestant> contestants = new ArrayList<>();
        if (job.compareBase() && tuned.tuned()) {
            contestants.add(new Contestant("base", tuned.baseOnly(), Optional.empty()));
        }
        contestants.add(new Contestant(tuned.tuned() ? "tuned" : "model", tuned, Optional.empty()));
        return new EvaluationPlan(
                job.name(),
                contestants,
                job.task(),
                job.data().file(),
                job.format(),
                job.columns(),
                job.chatTemplate(),
                job.regrets(),
                job.maxLength(),
                job.batchSize(),
                Placements.choose(job.resources(), job.precision()),
                job.bootstrapSamples(),
                job.seed(),
                Optional.empty());
    }

    /**
     * The plan for a run, or any folder that {@link ModelSource#find} understands: base and tuned
     * model side by side.
     *
     * @param data the rows; where nothing is told of them, their columns are those of the run's
     *     data
     * @param chatTemplate how conversations are written, instead of the tuned model's template
     * @param compareBase whether the base is measured, too
     */
    public static EvaluationPlan ofRun(
            Path folder,
            ModelSource tuned,
            DataSets.Source data,
            Optional<ChatTemplateRef> chatTemplate,
            Optional<Path> regrets,
            boolean compareBase,
            Placement placement,
            Map<String, String> environment) {
        Optional<TrainingJob> job = trainingJob(folder);
        Optional<ModelSource> base =
                tuned.adapter().isPresent() ? Optional.of(tuned.baseOnly()) : Optional.empty();
        if (job.isPresent() && job.get().recipe().method() == Method.FULL) {
            Path path = path(job.get().model(), environment);
            base =
                    Optional.of(
                            ModelSource.of(
                                    ModelFolder.open(path), Optional.empty(), Optional.empty()));
        }
        List<Contestant> contestants = new ArrayList<>();
        if (compareBase) {
            base.ifPresent(
                    source -> contestants.add(new Contestant("base", source, Optional.empty())));
        }
        boolean isTuned = base.isPresent() || tuned.tuned();
        contestants.add(new Contestant(isTuned ? "tuned" : "model", tuned, Optional.empty()));
        Task task =
                job.map(TrainingJob::task)
                        .orElse(tuned.head().isPresent() ? Task.DECISION : Task.CAUSAL_LM);
        int length =
                tuned.config()
                        .maxLength()
                        .orElse(job.map(training -> training.recipe().maxLength()).orElse(1024));
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new EvaluationPlan(
                name == null ? "evaluation" : name.toString(),
                contestants,
                task,
                data.ref().file(),
                data.format(),
                data.told()
                        ? data.columns()
                        : job.map(training -> training.data().columns()).orElse(Columns.none()),
                chatTemplate,
                regrets,
                length,
                BATCH_SIZE,
                placement,
                BOOTSTRAP_SAMPLES,
                SEED,
                job.map(training -> folder));
    }

    /** How the rows' conversations are written: all contestants are asked the same. */
    Optional<ChatTemplate> template() {
        ModelSource last = contestants.getLast().source();
        return chatTemplate.isPresent()
                ? JobTemplate.find(chatTemplate, last.base().path(), Clock.systemDefaultZone())
                : last.chatTemplate();
    }

    /** The training job of a run's folder; empty where it is no run. */
    public static Optional<TrainingJob> trainingJob(Path folder) {
        Path file = folder.resolve("job.json");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return JobJson.read(Files.readString(file)) instanceof TrainingJob job
                    ? Optional.of(job)
                    : Optional.empty();
        } catch (IOException e) {
            throw new EvaluateException("Cannot read " + file + ": " + e, e);
        }
    }

    private static Path path(ModelRef model, Map<String, String> environment) {
        return switch (model) {
            case ModelRef.Folder local -> local.path();
            case ModelRef.Hub hub ->
                    ModelFiles.resolve(hub.repository(), hub.revision(), environment);
        };
    }
}
