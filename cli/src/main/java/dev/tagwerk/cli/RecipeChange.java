package dev.tagwerk.cli;

import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Precision;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A recipe with some settings that save memory, and the lines to write for them.
 *
 * @param job the changed job
 * @param lines keys and values, one a line
 */
record RecipeChange(TrainingJob job, List<String> lines) {
    RecipeChange {
        lines = List.copyOf(lines);
    }

    static RecipeChange none(TrainingJob job) {
        return new RecipeChange(job, List.of());
    }

    /** As many rows a step, fewer at once. */
    RecipeChange batch(int size) {
        Recipe now = job.recipe();
        int rows = now.batchSize() * now.gradientAccumulationSteps();
        int times = (rows + size - 1) / size;
        return with(
                recipe(
                        now.method(),
                        size,
                        times,
                        now.maxLength(),
                        now.precision(),
                        now.gradientCheckpointing()),
                "batch_size: " + size,
                "gradient_accumulation_steps: " + times);
    }

    RecipeChange checkpointing() {
        Recipe now = job.recipe();
        return with(
                recipe(
                        now.method(),
                        now.batchSize(),
                        now.gradientAccumulationSteps(),
                        now.maxLength(),
                        now.precision(),
                        true),
                "gradient_checkpointing: true");
    }

    RecipeChange length(int most) {
        Recipe now = job.recipe();
        return with(
                recipe(
                        now.method(),
                        now.batchSize(),
                        now.gradientAccumulationSteps(),
                        most,
                        now.precision(),
                        now.gradientCheckpointing()),
                "max_length: " + most);
    }

    RecipeChange precision(Precision precision) {
        Recipe now = job.recipe();
        return with(
                recipe(
                        now.method(),
                        now.batchSize(),
                        now.gradientAccumulationSteps(),
                        now.maxLength(),
                        precision,
                        now.gradientCheckpointing()),
                "precision: " + precision.name().toLowerCase(Locale.ROOT));
    }

    RecipeChange method(Method method) {
        Recipe now = job.recipe();
        return with(
                recipe(
                        method,
                        now.batchSize(),
                        now.gradientAccumulationSteps(),
                        now.maxLength(),
                        now.precision(),
                        now.gradientCheckpointing()),
                "method: " + method.name().toLowerCase(Locale.ROOT));
    }

    private RecipeChange with(Recipe recipe, String... added) {
        List<String> all = new ArrayList<>(lines);
        all.addAll(List.of(added));
        return new RecipeChange(
                new TrainingJob(
                        job.name(),
                        job.model(),
                        job.task(),
                        recipe,
                        job.data(),
                        job.checkpoints(),
                        job.resources(),
                        job.maxDuration(),
                        job.terms()),
                all);
    }

    private Recipe recipe(
            Method method,
            int batchSize,
            int gradientAccumulationSteps,
            int maxLength,
            Precision precision,
            boolean gradientCheckpointing) {
        Recipe now = job.recipe();
        return new Recipe(
                method,
                now.lora(),
                now.quantization(),
                now.length(),
                batchSize,
                gradientAccumulationSteps,
                now.learningRate(),
                now.headLearningRate(),
                now.schedule(),
                now.warmup(),
                now.weightDecay(),
                now.adamBeta1(),
                now.adamBeta2(),
                now.adamEpsilon(),
                now.maxGradNorm(),
                maxLength,
                precision,
                gradientCheckpointing,
                now.packing(),
                now.groupByLength(),
                now.seed(),
                now.evaluation(),
                now.decision());
    }
}
