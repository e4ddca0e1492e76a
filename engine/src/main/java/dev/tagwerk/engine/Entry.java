package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Stamp;
import java.time.Duration;
import java.time.Instant;

/** One line of a run's {@code journal.jsonl}: what was decided or learnt, never changed again. */
public sealed interface Entry {
    Stamp stamp();

    default Instant at() {
        return stamp().at();
    }

    /**
     * @param origin the job file that the user named, for the hint how to start anew
     * @param provider where its first attempt shall run
     */
    record Created(Stamp stamp, RunId run, String jobName, String origin, String provider)
            implements Entry {}

    /**
     * @param attempt deterministic ({@code <run>-a<number>}); the idempotency key of its submission
     * @param number counts from 1
     * @param fromStep the checkpoint it resumes from; 0 when it begins
     */
    record AttemptPlanned(Stamp stamp, String attempt, int number, String provider, int fromStep)
            implements Entry {}

    record Submitted(Stamp stamp, String attempt, Handle handle) implements Entry {}

    /** The provider was seen executing the attempt. */
    record Observed(Stamp stamp, String attempt) implements Entry {}

    record StopRequested(Stamp stamp, String attempt, Duration grace) implements Entry {}

    /**
     * @param step the last step that the run folder tells of
     */
    record Ended(Stamp stamp, String attempt, Ending ending, int step) implements Entry {}
}
