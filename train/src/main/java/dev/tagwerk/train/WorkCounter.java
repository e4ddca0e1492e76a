package dev.tagwerk.train;

import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.runfolder.Work;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.QuantizationSettings;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.util.List;

/**
 * Counts what a job computes: docs/quotes.md has the formulas. Trainer and quote count alike, so
 * that what one measured tells the other about jobs of another size.
 *
 * <p>Tokens that rows have in common are counted as often as they stand there.
 */
final class WorkCounter {
    /** Kernels of a block's forward pass; of the output. */
    private static final double BLOCK_LAUNCHES = 45;

    private static final double OUTPUT_LAUNCHES = 40;

    /** Values of each kind that a block's forward pass reads and writes, per token. */
    private static final double HIDDEN_TOUCHED = 14;

    private static final double INNER_TOUCHED = 5;
    private static final double HEADS_TOUCHED = 4;

    /** Bytes that AdamW reads and writes per trained value. */
    private static final double OPTIMIZER_BYTES = 28;

    private final ModelConfig config;
    private final boolean decision;
    private final boolean baseRead;
    private final double backward;
    private final double again;
    private final double trainable;
    private final double adapterPasses;
    private final double weightBytes;
    private final double valueBytes;

    /**
     * @param trainable values that are trained
     * @param valueBytes of a weight as products read it: 4 in fp32, 2 in the others
     */
    WorkCounter(TrainingJob job, ModelConfig config, long trainable, int valueBytes) {
        Recipe recipe = job.recipe();
        this.config = config;
        this.trainable = trainable;
        this.valueBytes = valueBytes;
        decision = job.task() == Task.DECISION;
        baseRead = decision && recipe.decision().baseKlWeight() > 0;
        // A frozen weight has no gradient of its own: only what goes further back is computed.
        backward = recipe.method() == Method.FULL ? 2 : 1;
        adapterPasses = recipe.method() == Method.FULL ? 0 : 3;
        again = recipe.gradientCheckpointing() ? 1 : 0;
        weightBytes =
                recipe.method() == Method.QLORA
                        // read narrow, written and read wide
                        ? narrow(recipe.quantization()) + 2.0 * valueBytes
                        : valueBytes;
    }

    private static double narrow(QuantizationSettings settings) {
        return switch (settings.type()) {
            case NF4 -> 0.56;
            case INT8 -> 1.02;
        };
    }

    /** The forward and backward pass of a micro-batch. */
    Work microBatch(List<RowShapes.Shape> rows) {
        Work forward = forward(rows);
        double tokens = rows.stream().mapToLong(RowShapes.Shape::length).sum();
        Work once = body(tokens, squares(rows));
        Work all =
                forward.plus(once.times(backward + again))
                        .plus(output(selected(rows)).times(decision ? 0 : 2))
                        // scores are multiplied twice as often on the way back
                        .plus(new Work(0, once.attention(), 0, 0))
                        .plus(new Work(2 * trainable * tokens * adapterPasses, 0, 0, 0));
        return baseRead ? all.plus(forward).plus(output(rows.size())) : all;
    }

    /** What a step does once, however large its batch. */
    Work update() {
        return new Work(0, 0, OPTIMIZER_BYTES * trainable, BLOCK_LAUNCHES * config.layers());
    }

    /** A forward pass of rows that are held out. */
    Work forward(List<RowShapes.Shape> rows) {
        double tokens = rows.stream().mapToLong(RowShapes.Shape::length).sum();
        Work body = body(tokens, squares(rows));
        return decision ? body : body.plus(output(selected(rows)));
    }

    private Work body(double tokens, double squares) {
        double maps = config.mapElements();
        double query = (double) config.heads() * config.headDim();
        double key = (double) config.keyValueHeads() * config.headDim();
        double touched =
                HIDDEN_TOUCHED * config.hiddenSize()
                        + INNER_TOUCHED * config.intermediateSize()
                        + HEADS_TOUCHED * (query + 2 * key);
        return new Work(
                2 * maps * tokens,
                // causal: half of the square, two products of a multiply-add each
                2 * squares * query * config.layers(),
                maps * weightBytes + tokens * config.layers() * touched * valueBytes,
                BLOCK_LAUNCHES * config.layers());
    }

    private Work output(double positions) {
        double head = (double) config.vocabSize() * config.hiddenSize();
        return new Work(
                2 * head * positions,
                0,
                head * valueBytes + 4 * positions * config.vocabSize() * valueBytes,
                OUTPUT_LAUNCHES);
    }

    private static double squares(List<RowShapes.Shape> rows) {
        return rows.stream().mapToDouble(row -> (double) row.length() * row.length()).sum();
    }

    private static double selected(List<RowShapes.Shape> rows) {
        return rows.stream().mapToLong(RowShapes.Shape::selected).sum();
    }
}
