package dev.tagwerk.spec;

/**
 * When training saves what a later attempt resumes from.
 *
 * @param everySteps optimiser steps between checkpoints
 * @param keep how many of the newest stay on disk
 */
public record Checkpoints(int everySteps, int keep) {
    public Checkpoints {
        TrainingKeys.EVERY_STEPS.require((long) everySteps);
        TrainingKeys.KEEP.require((long) keep);
    }
}
