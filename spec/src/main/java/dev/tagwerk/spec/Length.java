package dev.tagwerk.spec;

/** How long a training job trains. */
public sealed interface Length {
    /** Passes over the training rows; a fraction ends within a pass. */
    record Epochs(double epochs) implements Length {
        public Epochs {
            TrainingKeys.EPOCHS.require(epochs);
        }
    }

    /** Optimiser steps. */
    record Steps(int steps) implements Length {
        public Steps {
            TrainingKeys.STEPS.require((long) steps);
        }
    }
}
