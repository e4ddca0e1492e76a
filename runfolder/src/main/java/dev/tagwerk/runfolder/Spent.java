package dev.tagwerk.runfolder;

/**
 * Where an attempt's time went; what is in none of these is start and end.
 *
 * @param precision in which products were computed: {@code fp32}, {@code bf16} or {@code fp16}
 * @param steps optimiser steps of this attempt
 * @param training what these steps computed
 * @param evaluation what evaluations during training computed
 * @param checkpoints that this attempt wrote
 * @param checkpointSeconds that writing them took
 * @param modelBytes of the base model's weights, as they were loaded
 */
public record Spent(
        String precision,
        int steps,
        Effort training,
        Effort evaluation,
        int checkpoints,
        double checkpointSeconds,
        long modelBytes) {
    public Spent {
        if (steps < 0 || checkpoints < 0 || modelBytes < 0 || !(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("spent: numbers must not be negative");
        }
    }
}
