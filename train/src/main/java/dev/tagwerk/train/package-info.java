/**
 * The training program: it runs inside an attempt and speaks only through the run folder.
 *
 * <p>In come {@code job.json} (the resolved job) and what it names: base model, data. Out go
 * events, checkpoints, and at the end the adapter (PEFT), the decision head and {@code
 * result.json}.
 *
 * <p>Everything random is a pure function of the job's seed and the step, so a checkpoint holds no
 * generator state: a resumed run draws what the run never stopped would have drawn.
 *
 * <p>Several processes may train together: rank 0 is the attempt's own and leads the others ({@link
 * dev.tagwerk.train.Crew}), which only compute ({@link dev.tagwerk.train.Follower}).
 *
 * <p>Read first: {@link dev.tagwerk.train.TrainerMain}, {@link dev.tagwerk.train.Training} (the
 * loop), {@link dev.tagwerk.train.TrainingState} (what a checkpoint holds).
 */
@NullMarked
package dev.tagwerk.train;

import org.jspecify.annotations.NullMarked;
