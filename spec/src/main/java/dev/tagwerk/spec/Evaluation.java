package dev.tagwerk.spec;

/**
 * Evaluation during training, on the validation rows.
 *
 * @param everySteps optimiser steps between evaluations; 0 evaluates at the end only
 * @param earlyStoppingPatience evaluations without improvement after which training stops; 0 never
 *     stops early
 * @param keepBest the result is the best evaluated checkpoint, not the last
 */
public record Evaluation(int everySteps, int earlyStoppingPatience, boolean keepBest) {
    public Evaluation {
        TrainingKeys.EVAL_STEPS.require((long) everySteps);
        TrainingKeys.EARLY_STOPPING_PATIENCE.require((long) earlyStoppingPatience);
    }
}
