package dev.tagwerk.train;

import dev.tagwerk.model.AdamW;
import dev.tagwerk.model.ParameterGroup;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.runfolder.Work;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One rank's part in an optimiser step: losses and gradients of its share of the batch, and the
 * update, which is the same on every rank.
 */
final class Stepper {
    private final Materials materials;
    private final Rank rank;
    private final Recipe recipe;
    private final TrainableModel model;
    private final BatchOrder order;
    private final LearningRates rates;
    private final AdamW optimizer;
    private final int totalSteps;
    private final WorkCounter counter;
    private int cachedEpoch = -1;
    private List<List<Integer>> cachedSteps = List.of();

    Stepper(Materials materials, Rank rank) {
        this.materials = materials;
        this.rank = rank;
        recipe = materials.job().recipe();
        model = materials.model();
        order =
                new BatchOrder(
                        materials.rows().train().stream().map(Unit::length).toList(),
                        recipe.batchSize() * recipe.gradientAccumulationSteps(),
                        recipe.groupByLength(),
                        recipe.seed());
        totalSteps = Lengths.steps(recipe.length(), order.stepsPerEpoch());
        rates =
                new LearningRates(
                        recipe.schedule(), Lengths.warmup(recipe.warmup(), totalSteps), totalSteps);
        counter =
                new WorkCounter(
                        materials.job(),
                        materials.base().config(),
                        model.parameters().count(),
                        materials.placement().compute().bytes());
        optimizer = new AdamW(recipe.adamBeta1(), recipe.adamBeta2(), recipe.adamEpsilon());
    }

    WorkCounter counter() {
        return counter;
    }

    int totalSteps() {
        return totalSteps;
    }

    int stepsPerEpoch() {
        return order.stepsPerEpoch();
    }

    double learningRate(int step) {
        return recipe.learningRate() * rates.factor(step);
    }

    /**
     * What a step's gradients came from.
     *
     * @param loss this rank's part of the step's mean loss
     * @param units all rows of the step, of every rank; so are the numbers below
     */
    record Computed(
            double loss, List<Unit> units, long tokens, long examples, int longestRow, Work work) {}

    /** Fills this rank's gradients for {@code step}, which counts from 0. */
    Computed compute(int step, double lossScale) {
        int epoch = step / order.stepsPerEpoch();
        List<Unit> units =
                steps(epoch).get(step % order.stepsPerEpoch()).stream()
                        .map(materials.rows().train()::get)
                        .toList();
        List<BatchMaker.MicroBatch> microBatches = microBatches(units, epoch);
        double weight = microBatches.stream().mapToDouble(BatchMaker.MicroBatch::weight).sum();
        model.parameters().clearGradients();
        double loss = 0;
        for (int m = 0; m < microBatches.size(); m++) {
            long seed = Seeds.mix(recipe.seed(), step, m);
            List<Double> parts =
                    model.accumulate(
                            rank.own(microBatches.get(m).items()),
                            lossScale / weight,
                            seed,
                            rank.number(),
                            rank.of());
            for (double part : parts) {
                loss += part / weight;
            }
        }
        return new Computed(
                loss,
                units,
                microBatches.stream().mapToLong(BatchMaker.MicroBatch::tokens).sum(),
                units.stream().mapToLong(unit -> unit.lines().size()).sum(),
                microBatches.stream().mapToInt(BatchMaker.MicroBatch::longestRow).max().orElse(0),
                microBatches.stream()
                        .map(micro -> counter.microBatch(micro.shapes()))
                        .reduce(counter.update(), Work::plus));
    }

    private List<List<Integer>> steps(int epoch) {
        if (epoch != cachedEpoch) {
            cachedSteps = order.epoch(epoch);
            cachedEpoch = epoch;
        }
        return cachedSteps;
    }

    private List<BatchMaker.MicroBatch> microBatches(List<Unit> units, int epoch) {
        int size = recipe.batchSize();
        List<BatchMaker.MicroBatch> list = new ArrayList<>();
        for (int start = 0; start < units.size(); start += size) {
            list.add(
                    materials
                            .batches()
                            .training(
                                    units.subList(start, Math.min(units.size(), start + size)),
                                    epoch));
        }
        return list;
    }

    /**
     * Changes the weights.
     *
     * @param update 1 for the first update really applied
     * @return the gradients' norm; when it is not finite nothing was changed
     */
    double update(int step, long update, double lossScale) {
        double factor = rates.factor(step);
        double headRate = recipe.headLearningRate() * factor;
        Map<ParameterGroup, AdamW.Rate> byGroup = new EnumMap<>(ParameterGroup.class);
        byGroup.put(
                ParameterGroup.ADAPTER,
                new AdamW.Rate(
                        recipe.learningRate() * factor,
                        materials.job().task() == Task.DECISION ? 0 : recipe.weightDecay()));
        byGroup.put(ParameterGroup.HEAD_MATRIX, new AdamW.Rate(headRate, recipe.weightDecay()));
        byGroup.put(ParameterGroup.HEAD_VECTOR, new AdamW.Rate(headRate, 0));
        byGroup.put(
                ParameterGroup.BASE_MATRIX,
                new AdamW.Rate(recipe.learningRate() * factor, recipe.weightDecay()));
        byGroup.put(ParameterGroup.BASE_VECTOR, new AdamW.Rate(recipe.learningRate() * factor, 0));
        return optimizer.update(
                model.parameters(), byGroup, update, recipe.maxGradNorm(), lossScale);
    }
}
