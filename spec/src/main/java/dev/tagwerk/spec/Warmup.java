package dev.tagwerk.spec;

/** How the learning rate rises from zero at the start of training, in a straight line. */
public sealed interface Warmup {
    /** A share of all steps. */
    record Ratio(double ratio) implements Warmup {
        public Ratio {
            TrainingKeys.WARMUP_RATIO.require(ratio);
        }
    }

    /** Optimiser steps. */
    record Steps(int steps) implements Warmup {
        public Steps {
            TrainingKeys.WARMUP_STEPS.require((long) steps);
        }
    }
}
