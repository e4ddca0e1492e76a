package dev.tagwerk.train;

import dev.tagwerk.spec.Schedule;

/**
 * The factor on the peak learning rate in each step, as transformers' {@code
 * get_*_schedule_with_warmup}: linear from 0 during warm-up, then cosine to 0, linear to 0, or
 * constant.
 *
 * @param schedule the shape after warm-up
 * @param warmupSteps steps of warm-up
 * @param totalSteps all steps
 */
record LearningRates(Schedule schedule, int warmupSteps, int totalSteps) {
    /** The factor in {@code step}, counted from 0. */
    double factor(int step) {
        if (step < warmupSteps) {
            return (double) step / Math.max(1, warmupSteps);
        }
        double progress = (double) (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps);
        return switch (schedule) {
            case COSINE -> Math.max(0, 0.5 * (1 + Math.cos(Math.PI * progress)));
            case LINEAR -> Math.max(0, 1 - progress);
            case CONSTANT -> 1;
        };
    }
}
