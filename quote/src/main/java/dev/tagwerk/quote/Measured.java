package dev.tagwerk.quote;

import dev.tagwerk.runfolder.Effort;
import dev.tagwerk.runfolder.Measurement;
import dev.tagwerk.runfolder.Spent;
import java.time.Instant;

/**
 * What an earlier run took.
 *
 * @param run its id
 * @param shape what runs of the same shape have in common: model, recipe, batch
 * @param measurement of its last attempt
 * @param spent where that attempt's time went
 * @param outputBytes that it left at its end
 */
public record Measured(
        String run,
        Instant at,
        Device device,
        String shape,
        Measurement measurement,
        Spent spent,
        boolean succeeded) {
    /** Whether its steps tell how fast steps are: a second of them, and more than the first one. */
    public boolean tellsSteps() {
        return spent.steps() >= 3 && spent.training().seconds() > 0;
    }

    Effort training() {
        return spent.training();
    }

    /** Seconds beside loading, steps, evaluations and checkpoints. */
    double rest() {
        return Math.max(
                0,
                measurement.totalSeconds()
                        - measurement.loadSeconds()
                        - spent.training().seconds()
                        - spent.evaluation().seconds()
                        - spent.checkpointSeconds());
    }
}
