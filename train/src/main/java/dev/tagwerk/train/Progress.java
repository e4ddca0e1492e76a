package dev.tagwerk.train;

import dev.tagwerk.runfolder.Effort;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.LengthSpeed;
import dev.tagwerk.runfolder.Spent;
import dev.tagwerk.runfolder.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where the run stands and what it measured. Written by the loop, read by a signal handler too. */
final class Progress {
    private final int totalSteps;
    private volatile int step;
    private volatile int skippedUpdates;
    private int bestStep;
    private double bestLoss = Double.POSITIVE_INFINITY;
    private int evaluationsWithoutImprovement;
    private int evaluatedStep;
    private long tokens;
    private long examples;
    private int checkpointed = -1;
    private long bytesWritten;
    private double lastLoss = Double.NaN;
    private Effort training = Effort.NONE;
    private Effort evaluation = Effort.NONE;
    private int steps;
    private int checkpoints;
    private double checkpointSeconds;
    private final Map<String, Double> lastMetrics = new LinkedHashMap<>();
    private final TreeMap<Integer, List<Double>> secondsByLength = new TreeMap<>();

    Progress(int totalSteps) {
        this.totalSteps = totalSteps;
    }

    /** Optimiser steps done. */
    int step() {
        return step;
    }

    int totalSteps() {
        return totalSteps;
    }

    /** Updates really applied: fp16's overflows are steps without one. */
    int updates() {
        return step - skippedUpdates;
    }

    int bestStep() {
        return bestStep;
    }

    double bestLoss() {
        return bestLoss;
    }

    int evaluationsWithoutImprovement() {
        return evaluationsWithoutImprovement;
    }

    int evaluatedStep() {
        return evaluatedStep;
    }

    long bytesWritten() {
        return bytesWritten;
    }

    long tokens() {
        return tokens;
    }

    long examples() {
        return examples;
    }

    int checkpointed() {
        return checkpointed;
    }

    /** The last training loss and the last evaluation's metrics. */
    Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        if (Double.isFinite(lastLoss)) {
            metrics.put("train_loss", lastLoss);
        }
        metrics.putAll(lastMetrics);
        return metrics;
    }

    void restore(TrainingState state) {
        step = state.step();
        skippedUpdates = state.step() - state.updates();
        bestStep = state.bestStep();
        bestLoss = state.bestLoss();
        evaluationsWithoutImprovement = state.evaluationsWithoutImprovement();
        evaluatedStep = state.evaluatedStep();
        tokens = state.tokens();
        examples = state.examples();
        checkpointed = state.step();
    }

    /**
     * Takes the last loss and metrics from the log: they are for people, so no checkpoint holds
     * them.
     */
    void recall(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Step taken && taken.step() == step) {
                lastLoss = taken.loss();
            } else if (event instanceof Event.Evaluated done && done.step() == evaluatedStep) {
                remember(done.loss(), done.metrics());
            }
        }
    }

    private void remember(double loss, Map<String, Double> metrics) {
        lastMetrics.clear();
        lastMetrics.put("validation_loss", loss);
        metrics.forEach((name, value) -> lastMetrics.put("validation_" + name, value));
    }

    TrainingState state(
            long seed,
            int stepsPerEpoch,
            double lossScale,
            int stepsSinceScaleChange,
            String inputs,
            Fingerprint fingerprint) {
        return new TrainingState(
                step,
                updates(),
                totalSteps,
                seed,
                step / stepsPerEpoch,
                step % stepsPerEpoch,
                bestStep,
                bestLoss,
                evaluationsWithoutImprovement,
                evaluatedStep,
                lossScale,
                stepsSinceScaleChange,
                tokens,
                examples,
                inputs,
                fingerprint);
    }

    /** The weights changed (or, under fp16, the step was skipped). */
    void advance(boolean applied, long stepTokens, long stepExamples) {
        step++;
        tokens += stepTokens;
        examples += stepExamples;
        if (!applied) {
            skippedUpdates++;
        }
    }

    void measured(double loss, double seconds, int longestRow, Work work) {
        lastLoss = loss;
        steps++;
        training = training.plus(work, seconds);
        secondsByLength
                .computeIfAbsent(lengthClass(longestRow), ignored -> new ArrayList<>())
                .add(seconds);
    }

    /** True when this is the lowest validation loss so far. */
    boolean evaluated(Scores.Outcome outcome) {
        evaluatedStep = step;
        remember(outcome.loss(), outcome.metrics());
        if (outcome.loss() < bestLoss) {
            bestLoss = outcome.loss();
            bestStep = step;
            evaluationsWithoutImprovement = 0;
            return true;
        }
        evaluationsWithoutImprovement++;
        return false;
    }

    void checkpointed(int atStep, long bytes, double seconds) {
        checkpointed = atStep;
        bytesWritten += bytes;
        checkpoints++;
        checkpointSeconds += seconds;
    }

    void evaluating(Work work, double seconds) {
        evaluation = evaluation.plus(work, seconds);
    }

    /** Where this attempt's time went. */
    Spent spent(String precision, long modelBytes) {
        return new Spent(
                precision, steps, training, evaluation, checkpoints, checkpointSeconds, modelBytes);
    }

    List<LengthSpeed> speeds() {
        List<LengthSpeed> speeds = new ArrayList<>();
        secondsByLength.forEach(
                (length, seconds) -> {
                    List<Double> sorted = seconds.stream().sorted().toList();
                    speeds.add(
                            new LengthSpeed(length, sorted.size(), sorted.get(sorted.size() / 2)));
                });
        return speeds;
    }

    // Powers of two from 16 up.
    private static int lengthClass(int length) {
        int bound = 16;
        while (bound < length) {
            bound *= 2;
        }
        return bound;
    }
}
