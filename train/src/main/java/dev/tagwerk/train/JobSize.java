package dev.tagwerk.train;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.model.Precision;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.WeightStore;
import dev.tagwerk.runfolder.Work;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How much a training job is: steps, tokens, and what they compute; told before it is run, from its
 * rows and its model's {@code config.json}.
 *
 * @param steps optimiser steps
 * @param examples rows that are learnt from, each as often as it comes
 * @param tokens of these
 * @param evaluations during training and at its end
 * @param wide what it computes in fp32
 * @param narrow the same in bf16 or fp16: as many operations, fewer bytes
 * @param modelBytes of the base model's weight files
 * @param dataBytes of the data files
 * @param checkpointBytes of one checkpoint
 * @param trainable values that are trained
 * @param rows of the data set
 * @param looked how many of them were encoded to tell how long they are
 * @param memory estimates from the same rows
 */
public record JobSize(
        int steps,
        long examples,
        long tokens,
        int evaluations,
        Works wide,
        Works narrow,
        long modelBytes,
        long dataBytes,
        long checkpointBytes,
        long trainable,
        long rows,
        long looked,
        JobMemory memory) {
    /** So many rows, spread evenly over the file, tell how long rows are. */
    public static final int SAMPLE = 400;

    /**
     * @param training what all steps compute
     * @param evaluation what all evaluations compute
     */
    public record Works(Work training, Work evaluation) {}

    /**
     * Reads all rows and encodes {@link #SAMPLE} of them.
     *
     * @throws TrainException when rows are bad or none is left to learn from
     */
    public static JobSize of(TrainingJob job, ModelFolder base, Encoder encoder) {
        TrainingSet.Spread spread = TrainingSet.spread(job, encoder, SAMPLE);
        RowShapes shapes = RowShapes.of(spread.rows(), true);
        ModelConfig config = base.config();
        long trainable =
                job.recipe().method() == Method.FULL
                        ? parameters(base)
                        : RecipeAdapter.unchecked(job, config).trainable(config)
                                + (job.task() == Task.DECISION ? head(job, config) : 0);
        WorkCounter wide = new WorkCounter(job, config, trainable, Precision.FP32.bytes());
        WorkCounter narrow = new WorkCounter(job, config, trainable, Precision.BF16.bytes());
        Epoch epoch = Epoch.of(job, shapes, spread.factor(), wide);
        Epoch halved = Epoch.of(job, shapes, spread.factor(), narrow);
        int steps = Lengths.steps(job.recipe().length(), epoch.steps());
        double epochs = (double) steps / epoch.steps();
        int evaluations = shapes.validation().isEmpty() ? 0 : evaluations(job.recipe(), steps);
        return new JobSize(
                steps,
                Math.round(spread.trainRows() * epochs),
                Math.round(epoch.tokens() * epochs),
                evaluations,
                new Works(
                        epoch.work().times(epochs),
                        evaluation(shapes, wide).times(evaluations * spread.factor())),
                new Works(
                        halved.work().times(epochs),
                        evaluation(shapes, narrow).times(evaluations * spread.factor())),
                base.weightBytes(),
                JobMemory.dataBytes(job),
                CheckpointFiles.bytes(trainable),
                trainable,
                spread.allRows(),
                shapes.rows(),
                JobMemory.of(
                        job,
                        base,
                        RowShapes.of(spread.rows(), spread.factor() == 1),
                        Hardware.here(1)));
    }

    private static long parameters(ModelFolder base) {
        try (WeightStore weights = base.weights()) {
            return weights.entries().stream()
                    .mapToLong(tensor -> tensor.shape().stream().reduce(1L, Math::multiplyExact))
                    .sum();
        }
    }

    private static long head(TrainingJob job, ModelConfig config) {
        return 2L * config.hiddenSize() * job.recipe().decision().pointerDim();
    }

    private static int evaluations(Recipe recipe, int steps) {
        int every = recipe.evaluation().everySteps();
        return every > 0 ? (steps + every - 1) / every : 1;
    }

    /** What one evaluation of all held-out rows computes. */
    static Work evaluation(RowShapes rows, WorkCounter counter) {
        Work work = Work.NONE;
        for (List<RowShapes.Shape> part : parts(rows.validation(), EVALUATED_AT_ONCE)) {
            work = work.plus(counter.forward(part));
        }
        return work;
    }

    private static final int EVALUATED_AT_ONCE = 64;

    private static <T> List<List<T>> parts(List<T> list, int size) {
        List<List<T>> parts = new ArrayList<>();
        for (int start = 0; start < list.size(); start += size) {
            parts.add(list.subList(start, Math.min(list.size(), start + size)));
        }
        return parts;
    }

    /** One pass over the rows. */
    private record Epoch(int steps, double tokens, Work work) {
        /**
         * @param factor so many rows stand behind each of these
         */
        static Epoch of(TrainingJob job, RowShapes shapes, double factor, WorkCounter counter) {
            Recipe recipe = job.recipe();
            List<List<RowShapes.Shape>> units =
                    new ArrayList<>(shapes.units(recipe, job.task() == Task.DECISION));
            if (units.isEmpty()) {
                throw new TrainException(
                        "no_rows", "every row is longer than max_length; raise it");
            }
            // Batches are drawn by chance: those of the file's order may hold what belongs
            // together.
            Collections.shuffle(units, new java.util.Random(recipe.seed()));
            int perStep = recipe.batchSize() * recipe.gradientAccumulationSteps();
            double all = units.size() * factor;
            int steps = (int) Math.max(1, Math.ceil(all / perStep - 1e-9));
            Work work = Work.NONE;
            double tokens = 0;
            for (List<List<RowShapes.Shape>> micro : parts(units, recipe.batchSize())) {
                List<RowShapes.Shape> rows = micro.stream().flatMap(List::stream).toList();
                // fewer units than a batch holds in the sample only: as many times as they come
                work = work.plus(counter.microBatch(rows));
                tokens += rows.stream().mapToLong(RowShapes.Shape::length).sum();
            }
            return new Epoch(
                    steps, tokens * factor, work.times(factor).plus(counter.update().times(steps)));
        }
    }
}
