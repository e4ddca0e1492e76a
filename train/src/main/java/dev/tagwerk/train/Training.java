package dev.tagwerk.train;

import dev.tagwerk.model.Machine;
import dev.tagwerk.model.Parameters;
import dev.tagwerk.model.Precision;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.runfolder.Work;
import dev.tagwerk.spec.TrainingJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The loop: steps, evaluations, checkpoints, until the last step or a reason to stop.
 *
 * <p>Weights change only inside {@link #update}, under this object's lock; a signal handler that
 * takes the lock can therefore write a checkpoint of the last finished step at any time ({@link
 * #abandon}).
 */
final class Training {
    /** Steps between comparisons of what the ranks hold, beside those before each checkpoint. */
    private static final int COMPARE_EVERY = 50;

    private final TrainingJob job;
    private final Materials materials;
    private final Team team;
    private final RunFolder folder;
    private final Progress progress;
    private final Stepper stepper;
    private final LossScaling lossScaling;
    private final Work evaluated;
    private boolean abandoned;

    /** Why the loop ended. */
    enum Ending {
        DONE,
        EARLY,
        STOPPED,
        OUT_OF_TIME
    }

    Training(Materials materials, Team team, RunFolder folder) {
        this.job = materials.job();
        this.materials = materials;
        this.team = team;
        this.folder = folder;
        stepper = new Stepper(materials, team.rank());
        lossScaling = new LossScaling(materials.placement().compute() == Precision.FP16);
        progress = new Progress(stepper.totalSteps());
        evaluated = JobSize.evaluation(RowShapes.of(materials.rows(), true), stepper.counter());
    }

    Progress progress() {
        return progress;
    }

    /** Goes on from a checkpoint. */
    void resume(Checkpoint checkpoint, TrainingState state) {
        if (!state.inputs().equals(materials.inputs().digest())) {
            throw new TrainException(
                    "inputs_changed",
                    "The job, its data or its base model changed since checkpoint "
                            + checkpoint.step()
                            + " was written. Put them back, or start a new run.");
        }
        CheckpointFiles.restore(checkpoint, parameters());
        progress.restore(state);
        lossScaling.restore(state.lossScale(), state.stepsSinceScaleChange());
    }

    /** Runs until the end or a reason to stop; {@code time} bounds this attempt. */
    Ending run(StopFlag stop, Optional<Duration> time) {
        long started = System.nanoTime();
        if (progress.step() > 0) {
            evaluateIfDue(
                    progress.step()); // the checkpoint may lie between a step and its evaluation
        }
        if (impatient()) {
            return Ending.EARLY;
        }
        while (progress.step() < progress.totalSteps()) {
            oneStep();
            int step = progress.step();
            boolean improved = evaluateIfDue(step);
            boolean last = step == progress.totalSteps();
            boolean stopping = stop.requested() || folder.stopRequested();
            boolean late = time.isPresent() && System.nanoTime() - started >= time.get().toNanos();
            boolean early = impatient();
            boolean due = step % job.checkpoints().everySteps() == 0;
            boolean write = step == 1 || due || improved || last || stopping || late || early;
            if (write || step % COMPARE_EVERY == 0) {
                team.requireSame(parameters(), step);
            }
            if (write) {
                writeCheckpoint(step == 1);
            }
            if (early) {
                return Ending.EARLY;
            }
            if (last) {
                return Ending.DONE;
            }
            if (stopping) {
                return Ending.STOPPED;
            }
            if (late) {
                return Ending.OUT_OF_TIME;
            }
        }
        return Ending.DONE;
    }

    private Parameters parameters() {
        return materials.model().parameters();
    }

    private void oneStep() {
        long started = System.nanoTime();
        int step = progress.step();
        double lossScale = lossScaling.scale();
        team.step(new RankOrder.Step(step, progress.updates() + 1L, lossScale));
        Stepper.Computed computed = stepper.compute(step, lossScale);
        double loss = team.loss(computed.loss());
        requireFinite(loss, "loss", step + 1, computed.units());
        // Outside of the lock: a signal handler must not wait for another process.
        team.sumGradients(parameters());
        double norm = update(step, computed);
        double seconds = (System.nanoTime() - started) / 1e9;
        progress.measured(loss, seconds, computed.longestRow(), computed.work());
        folder.events()
                .append(
                        stamp ->
                                new Event.Step(
                                        stamp,
                                        step + 1,
                                        (step + 1.0) / stepper.stepsPerEpoch(),
                                        loss,
                                        stepper.learningRate(step),
                                        norm,
                                        computed.tokens(),
                                        computed.examples(),
                                        seconds,
                                        computed.longestRow(),
                                        Machine.residentBytes() + team.residentBytes()));
    }

    private synchronized double update(int step, Stepper.Computed computed) {
        standStillWhenAbandoned();
        double norm = stepper.update(step, progress.updates() + 1L, lossScaling.scale());
        boolean applied = Double.isFinite(norm);
        if (!lossScaling.after(applied)) {
            requireFinite(norm, "gradient norm", step + 1, computed.units());
        }
        progress.advance(applied, computed.tokens(), computed.examples());
        return norm;
    }

    private static void requireFinite(double value, String what, int step, List<Unit> units) {
        if (!Double.isFinite(value)) {
            throw new TrainException(
                    "not_finite",
                    "The "
                            + what
                            + " is "
                            + value
                            + " in step "
                            + step
                            + " (rows of this batch, by line: "
                            + units.stream().flatMap(u -> u.lines().stream()).limit(40).toList()
                            + "). The weights are those of the step before. Lower learning_rate, or look at"
                            + " these rows.");
        }
    }

    private boolean evaluateIfDue(int step) {
        int every = job.recipe().evaluation().everySteps();
        boolean last = step == progress.totalSteps();
        if (materials.rows().validation().isEmpty() || progress.evaluatedStep() == step) {
            return false;
        }
        if (!(last || (every > 0 && step % every == 0))) {
            return false;
        }
        long started = System.nanoTime();
        Scores.Outcome outcome = team.evaluate(this::ownScores).outcome();
        progress.evaluating(evaluated, (System.nanoTime() - started) / 1e9);
        folder.events()
                .append(
                        stamp ->
                                new Event.Evaluated(
                                        stamp, step, outcome.loss(), outcome.metrics()));
        synchronized (this) { // a checkpoint must never hold half of what the evaluation changed
            return progress.evaluated(outcome) && job.recipe().evaluation().keepBest();
        }
    }

    private Scores ownScores() {
        return Validation.of(
                team.rank().own(materials.rows().validation()),
                materials.batches(),
                materials.model().inference());
    }

    private boolean impatient() {
        int patience = job.recipe().evaluation().earlyStoppingPatience();
        return patience > 0 && progress.evaluationsWithoutImprovement() >= patience;
    }

    /**
     * Gives up the step in progress: a checkpoint of the last finished one, then {@code last}, and
     * the loop changes nothing any more. For a signal handler; the process must end soon.
     */
    synchronized void abandon(Runnable last) {
        writeCheckpoint(false);
        last.run();
        abandoned = true;
    }

    // Waits for the end of the process, so that nothing is written after the handler's result.
    private synchronized void standStillWhenAbandoned() {
        while (abandoned) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Writes a checkpoint of the last finished step, where there is none yet. */
    void save() {
        writeCheckpoint(false);
    }

    private synchronized void writeCheckpoint(boolean readBack) {
        standStillWhenAbandoned();
        long started = System.nanoTime();
        int step = progress.step();
        if (step == 0 || step == progress.checkpointed()) {
            return;
        }
        folder.requireSpace(CheckpointFiles.bytes(parameters().count()));
        TrainingState state = state();
        Checkpoint written =
                folder.checkpoints()
                        .write(step, into -> CheckpointFiles.write(into, parameters(), state));
        if (readBack) {
            // Nobody should learn at the end of a run that it cannot save.
            CheckpointFiles.restore(written, parameters());
            CheckpointFiles.state(written);
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        progress.checkpointed(step, written.bytes(), seconds);
        folder.events()
                .append(
                        stamp ->
                                new Event.CheckpointWritten(stamp, step, written.bytes(), seconds));
        folder.events().sync();
        Set<Integer> best =
                job.recipe().evaluation().keepBest() && progress.bestStep() > 0
                        ? Set.of(progress.bestStep())
                        : Set.of();
        folder.checkpoints().prune(job.checkpoints().keep(), best);
    }

    private TrainingState state() {
        return progress.state(
                job.recipe().seed(),
                stepper.stepsPerEpoch(),
                lossScaling.scale(),
                lossScaling.stepsSinceChange(),
                materials.inputs().digest(),
                materials.fingerprint());
    }

    /** Takes the weights of the best evaluation where the recipe keeps them. */
    int takeBest() {
        int best = progress.bestStep();
        if (!job.recipe().evaluation().keepBest() || best == 0 || best == progress.step()) {
            return progress.step();
        }
        Optional<Checkpoint> checkpoint =
                folder.checkpoints().list().stream().filter(c -> c.step() == best).findFirst();
        if (checkpoint.isEmpty() || !folder.checkpoints().verify(checkpoint.get()).intact()) {
            throw new TrainException(
                    "best_lost",
                    "The checkpoint of the best evaluation (step "
                            + best
                            + ") is missing or damaged; the last one is intact. Set keep_best: false and"
                            + " resume to take the last weights.");
        }
        CheckpointFiles.restoreWeights(checkpoint.get(), parameters());
        return best;
    }
}
