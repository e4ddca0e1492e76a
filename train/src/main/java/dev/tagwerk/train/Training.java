package dev.tagwerk.train;

import dev.tagwerk.model.AdamW;
import dev.tagwerk.model.Machine;
import dev.tagwerk.model.ParameterGroup;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    private final TrainingJob job;
    private final TrainableModel model;
    private final TrainingSet rows;
    private final BatchMaker batches;
    private final RunFolder folder;
    private final Fingerprint fingerprint;
    private final Progress progress;
    private final BatchOrder order;
    private final LearningRates rates;
    private final AdamW optimizer;
    private final LossScaling lossScaling;
    private final String inputs;
    private boolean abandoned;

    /** Why the loop ended. */
    enum Ending {
        DONE,
        EARLY,
        STOPPED,
        OUT_OF_TIME
    }

    Training(
            TrainingJob job,
            TrainableModel model,
            TrainingSet rows,
            BatchMaker batches,
            RunFolder folder,
            Fingerprint fingerprint,
            boolean scaleLoss,
            String inputs) {
        this.job = job;
        this.model = model;
        this.rows = rows;
        this.batches = batches;
        this.folder = folder;
        this.fingerprint = fingerprint;
        this.inputs = inputs;
        Recipe recipe = job.recipe();
        order =
                new BatchOrder(
                        rows.train().stream().map(Unit::length).toList(),
                        recipe.batchSize() * recipe.gradientAccumulationSteps(),
                        recipe.groupByLength(),
                        recipe.seed());
        int totalSteps = Lengths.steps(recipe.length(), order.stepsPerEpoch());
        rates =
                new LearningRates(
                        recipe.schedule(), Lengths.warmup(recipe.warmup(), totalSteps), totalSteps);
        optimizer = new AdamW(recipe.adamBeta1(), recipe.adamBeta2(), recipe.adamEpsilon());
        lossScaling = new LossScaling(scaleLoss);
        progress = new Progress(totalSteps);
    }

    Progress progress() {
        return progress;
    }

    /** Goes on from a checkpoint. */
    void resume(Checkpoint checkpoint, TrainingState state) {
        if (!state.inputs().equals(inputs)) {
            throw new TrainException(
                    "inputs_changed",
                    "The job, its data or its base model changed since checkpoint "
                            + checkpoint.step()
                            + " was written. Put them back, or start a new run.");
        }
        CheckpointFiles.restore(checkpoint, model.parameters());
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
            if (step == 1 || due || improved || last || stopping || late || early) {
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

    private void oneStep() {
        long started = System.nanoTime();
        int step = progress.step();
        int perEpoch = order.stepsPerEpoch();
        int epoch = step / perEpoch;
        List<Integer> chosen = progress.epochSteps(order, epoch).get(step % perEpoch);
        List<Unit> units = chosen.stream().map(rows.train()::get).toList();
        List<BatchMaker.MicroBatch> microBatches = microBatches(units, epoch);
        double weight = microBatches.stream().mapToDouble(BatchMaker.MicroBatch::weight).sum();
        model.parameters().clearGradients();
        double loss = 0;
        for (int m = 0; m < microBatches.size(); m++) {
            double scale = lossScaling.scale() / weight;
            long seed = Seeds.mix(job.recipe().seed(), step, m);
            for (double part : model.accumulate(microBatches.get(m).items(), scale, seed)) {
                loss += part / weight;
            }
        }
        requireFinite(loss, "loss", step + 1, units);
        long tokens = microBatches.stream().mapToLong(BatchMaker.MicroBatch::tokens).sum();
        long examples = units.stream().mapToLong(unit -> unit.lines().size()).sum();
        double norm = update(step, units, tokens, examples);
        int longest =
                microBatches.stream().mapToInt(BatchMaker.MicroBatch::longestRow).max().orElse(0);
        double seconds = (System.nanoTime() - started) / 1e9;
        progress.measured(loss, seconds, longest);
        double taken = loss;
        folder.events()
                .append(
                        stamp ->
                                new Event.Step(
                                        stamp,
                                        step + 1,
                                        (step + 1.0) / perEpoch,
                                        taken,
                                        job.recipe().learningRate() * rates.factor(step),
                                        norm,
                                        tokens,
                                        examples,
                                        seconds,
                                        longest,
                                        Machine.residentBytes()));
    }

    private List<BatchMaker.MicroBatch> microBatches(List<Unit> units, int epoch) {
        int size = job.recipe().batchSize();
        List<BatchMaker.MicroBatch> list = new ArrayList<>();
        for (int start = 0; start < units.size(); start += size) {
            list.add(
                    batches.training(
                            units.subList(start, Math.min(units.size(), start + size)), epoch));
        }
        return list;
    }

    private synchronized double update(int step, List<Unit> units, long tokens, long examples) {
        standStillWhenAbandoned();
        double factor = rates.factor(step);
        Recipe recipe = job.recipe();
        double headRate = recipe.headLearningRate() * factor;
        Map<ParameterGroup, AdamW.Rate> byGroup = new EnumMap<>(ParameterGroup.class);
        byGroup.put(
                ParameterGroup.ADAPTER,
                new AdamW.Rate(
                        recipe.learningRate() * factor,
                        job.task() == Task.DECISION ? 0 : recipe.weightDecay()));
        byGroup.put(ParameterGroup.HEAD_MATRIX, new AdamW.Rate(headRate, recipe.weightDecay()));
        byGroup.put(ParameterGroup.HEAD_VECTOR, new AdamW.Rate(headRate, 0));
        byGroup.put(
                ParameterGroup.BASE_MATRIX,
                new AdamW.Rate(recipe.learningRate() * factor, recipe.weightDecay()));
        byGroup.put(ParameterGroup.BASE_VECTOR, new AdamW.Rate(recipe.learningRate() * factor, 0));
        double norm =
                optimizer.update(
                        model.parameters(),
                        byGroup,
                        progress.updates() + 1L,
                        recipe.maxGradNorm(),
                        lossScaling.scale());
        boolean applied = Double.isFinite(norm);
        if (!lossScaling.after(applied)) {
            requireFinite(norm, "gradient norm", step + 1, units);
        }
        progress.advance(applied, tokens, examples);
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
        if (rows.validation().isEmpty() || progress.evaluatedStep() == step) {
            return false;
        }
        if (!(last || (every > 0 && step % every == 0))) {
            return false;
        }
        Validation.Outcome outcome = Validation.of(rows.validation(), batches, model.inference());
        folder.events()
                .append(
                        stamp ->
                                new Event.Evaluated(
                                        stamp, step, outcome.loss(), outcome.metrics()));
        synchronized (this) { // a checkpoint must never hold half of what the evaluation changed
            return progress.evaluated(outcome) && job.recipe().evaluation().keepBest();
        }
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

    /** Writes a checkpoint of the last finished step. */
    private synchronized void writeCheckpoint(boolean readBack) {
        standStillWhenAbandoned();
        long started = System.nanoTime();
        int step = progress.step();
        if (step == 0 || step == progress.checkpointed()) {
            return;
        }
        folder.requireSpace(CheckpointFiles.bytes(model.parameters().count()));
        TrainingState state = state();
        Checkpoint written =
                folder.checkpoints()
                        .write(
                                step,
                                into -> CheckpointFiles.write(into, model.parameters(), state));
        if (readBack) {
            // Nobody should learn at the end of a run that it cannot save.
            CheckpointFiles.restore(written, model.parameters());
            CheckpointFiles.state(written);
        }
        progress.checkpointed(step, written.bytes());
        folder.events()
                .append(
                        stamp ->
                                new Event.CheckpointWritten(
                                        stamp,
                                        step,
                                        written.bytes(),
                                        (System.nanoTime() - started) / 1e9));
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
                order.stepsPerEpoch(),
                lossScaling.scale(),
                lossScaling.stepsSinceChange(),
                inputs,
                fingerprint);
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
        CheckpointFiles.restoreWeights(checkpoint.get(), model.parameters());
        return best;
    }
}
