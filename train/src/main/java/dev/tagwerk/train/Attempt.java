package dev.tagwerk.train;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Machine;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Placements;
import dev.tagwerk.model.Precision;
import dev.tagwerk.model.Quantization;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.Latest;
import dev.tagwerk.runfolder.Measurement;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** One attempt at a run, from the claimed folder to the result. */
final class Attempt {
    private static final long PROCESS_STARTED =
            ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(java.time.Instant::toEpochMilli)
                    .orElse(System.currentTimeMillis());

    private final RunFolder folder;
    private final String id;
    private final boolean startOver;
    private final Map<String, String> environment;

    Attempt(RunFolder folder, String id, boolean startOver, Map<String, String> environment) {
        this.folder = folder;
        this.id = id;
        this.startOver = startOver;
        this.environment = environment;
    }

    /**
     * Trains.
     *
     * @param running is told the loop once it can be asked for a checkpoint
     * @return the result, already written
     */
    Result run(StopFlag stop, Consumer<Running> running) {
        TrainingJob job = readJob();
        ModelFolder base = ModelFolder.open(modelPath(job.model()));
        Placement placement = Placements.choose(job.resources(), job.recipe().precision());
        Fingerprint fingerprint = Machine.fingerprint(placement, Version.TEXT);
        Inputs inputs = Inputs.of(job, base);
        Optional<Checkpoint> checkpoint = startingPoint();
        try (ModelTokenizer tokenizer = base.tokenizer()) {
            // a run resumed on another day must read the same rows
            Clock begun = Clock.fixed(folder.begun(), ZoneOffset.UTC);
            Encoder encoder =
                    new Encoder(
                            tokenizer,
                            job.recipe().maxLength(),
                            () -> JobTemplate.find(job.data().chatTemplate(), base.path(), begun));
            TrainingSet rows = TrainingSet.read(job, encoder);
            inputs.requireUnchanged(job);
            try (TrainableModel model = model(job, base, placement)) {
                BatchMaker batches =
                        new BatchMaker(job, tokenizer, rows.teacher(), placement.workers());
                boolean scaleLoss = placement.compute() == Precision.FP16;
                Training training =
                        new Training(
                                job,
                                model,
                                rows,
                                batches,
                                folder,
                                fingerprint,
                                scaleLoss,
                                inputs.digest());
                announce(job, training, rows, model, fingerprint, placement);
                checkpoint.ifPresent(found -> resume(training, found, fingerprint));
                // The adapter is written at the end beside the checkpoints: room for one more of
                // each.
                folder.requireSpace(
                        CheckpointFiles.bytes(model.parameters().count())
                                * (job.checkpoints().keep() + 2L));
                double loadSeconds = (System.currentTimeMillis() - PROCESS_STARTED) / 1e3;
                running.accept(new Running(training, this, fingerprint, inputs, loadSeconds));
                Training.Ending ending = training.run(stop, job.maxDuration());
                return finish(job, base, training, model, ending, fingerprint, inputs, loadSeconds);
            }
        }
    }

    private TrainingJob readJob() {
        Path file = folder.root().resolve("job.json");
        try {
            Job job = JobJson.read(Files.readString(file));
            if (job instanceof TrainingJob training) {
                return training;
            }
            throw new TrainException("no_training", file + " is no training job");
        } catch (IOException e) {
            throw new TrainException("no_job", "cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private Path modelPath(ModelRef model) {
        return switch (model) {
            case ModelRef.Folder local -> local.path();
            case ModelRef.Hub hub ->
                    ModelFiles.resolve(hub.repository(), hub.revision(), environment);
        };
    }

    private Optional<Checkpoint> startingPoint() {
        Latest latest = folder.checkpoints().latestIntact();
        for (Latest.Rejected rejected : latest.rejected()) {
            note(
                    "checkpoint "
                            + rejected.checkpoint().step()
                            + " is not used: "
                            + rejected.reason());
        }
        if (latest.checkpoint().isEmpty() && hadCheckpoint(latest)) {
            if (!startOver) {
                throw new TrainException(
                        "no_checkpoint",
                        "This run had checkpoints, but none that is intact is left to resume from. Start anew"
                                + " with `tagwerk run JOB`; the trainer repeats everything in this folder"
                                + " only when started with --start-over.");
            }
            folder.checkpoints().discard();
            note("started over: no intact checkpoint was left");
        }
        return latest.checkpoint();
    }

    // A run killed before its first checkpoint has lost nothing worth asking about.
    private boolean hadCheckpoint(Latest latest) {
        return !latest.rejected().isEmpty()
                || folder.events().read().events().stream()
                        .anyMatch(event -> event instanceof Event.CheckpointWritten);
    }

    private static TrainableModel model(TrainingJob job, ModelFolder base, Placement placement) {
        boolean decision = job.task() == Task.DECISION;
        var settings =
                new TrainableModel.Settings(
                        decision
                                ? OptionalInt.of(job.recipe().decision().pointerDim())
                                : OptionalInt.empty(),
                        decision ? job.recipe().decision().headDropout() : 0,
                        job.recipe().gradientCheckpointing(),
                        job.recipe().seed());
        if (job.recipe().method() == Method.FULL) {
            return TrainableModel.full(base, settings, placement);
        }
        if (job.recipe().method() == Method.QLORA) {
            var quantized = job.recipe().quantization();
            settings =
                    settings.over(
                            new Quantization(
                                    switch (quantized.type()) {
                                        case NF4 -> Quantization.Type.NF4;
                                        case INT8 -> Quantization.Type.INT8;
                                    },
                                    quantized.doubled()));
        }
        var lora = job.recipe().lora();
        return TrainableModel.lora(
                base,
                new LoraPlan(
                        lora.rank(),
                        lora.scale(),
                        lora.dropout(),
                        LoraSlots.of(lora.targets(), base.config()),
                        LoraSlots.head(lora.targets())),
                settings,
                placement);
    }

    private void announce(
            TrainingJob job,
            Training training,
            TrainingSet rows,
            TrainableModel model,
            Fingerprint fingerprint,
            Placement placement) {
        long examples = rows.train().stream().mapToLong(unit -> unit.lines().size()).sum();
        folder.events()
                .append(
                        stamp ->
                                new Event.Started(
                                        stamp,
                                        id,
                                        training.progress().totalSteps(),
                                        examples,
                                        model.parameters().count(),
                                        fingerprint));
        rows.notes().forEach(this::note);
        if (placement.storage() != placement.compute()) {
            note(
                    "this processor only emulates "
                            + placement.storage().name().toLowerCase(java.util.Locale.ROOT)
                            + ": weights are rounded to it, products are computed in fp32");
        }
    }

    private void resume(Training training, Checkpoint checkpoint, Fingerprint now) {
        TrainingState state = CheckpointFiles.state(checkpoint);
        training.resume(checkpoint, state);
        training.progress().recall(folder.events().read().events());
        List<String> differences = now.differencesFrom(state.fingerprint());
        folder.events()
                .append(
                        stamp ->
                                new Event.Resumed(
                                        stamp,
                                        state.step(),
                                        differences.isEmpty(),
                                        differences.isEmpty()
                                                ? ""
                                                : "not bit-identical, because of "
                                                        + String.join("; ", differences)));
    }

    private void note(String text) {
        folder.events().append(stamp -> new Event.Note(stamp, text));
    }

    private Result finish(
            TrainingJob job,
            ModelFolder base,
            Training training,
            TrainableModel model,
            Training.Ending ending,
            Fingerprint fingerprint,
            Inputs inputs,
            double loadSeconds) {
        Progress progress = training.progress();
        return switch (ending) {
            case DONE, EARLY -> {
                if (ending == Training.Ending.EARLY) {
                    note("stopped early: no better evaluation for the patience given");
                }
                int taken = training.takeBest();
                if (taken != progress.step()) {
                    note("the weights of step " + taken + ", the best evaluation, were taken");
                }
                List<String> names = new Outputs(job, base, folder).write(model, taken);
                folder.events().append(stamp -> new Event.Finished(stamp, progress.step()));
                folder.events().sync();
                yield written(
                        new Result(
                                Result.SUCCEEDED,
                                taken,
                                Optional.empty(),
                                progress.metrics(),
                                fingerprint,
                                measurement(progress, loadSeconds),
                                inputs.data(),
                                folder.digests(names)));
            }
            case STOPPED ->
                    written(
                            stopped(
                                    training,
                                    fingerprint,
                                    inputs,
                                    loadSeconds,
                                    "stopped on request"));
            case OUT_OF_TIME ->
                    written(
                            stopped(
                                    training,
                                    fingerprint,
                                    inputs,
                                    loadSeconds,
                                    Result.OUT_OF_TIME
                                            + " of "
                                            + job.maxDuration().orElseThrow()
                                            + " reached; resume goes on from the checkpoint"));
        };
    }

    /** What a stopped attempt leaves; not yet written. */
    private Result stopped(
            Training training,
            Fingerprint fingerprint,
            Inputs inputs,
            double loadSeconds,
            String why) {
        Progress progress = training.progress();
        return new Result(
                Result.STOPPED,
                progress.step(),
                Optional.of(why),
                progress.metrics(),
                fingerprint,
                measurement(progress, loadSeconds),
                inputs.data(),
                Map.of());
    }

    Result written(Result result) {
        folder.writeResult(result);
        return result;
    }

    private static Measurement measurement(Progress progress, double loadSeconds) {
        return new Measurement(
                loadSeconds,
                progress.speeds(),
                Machine.peakResidentBytes(),
                progress.bytesWritten(),
                (System.currentTimeMillis() - PROCESS_STARTED) / 1e3,
                progress.tokens(),
                progress.examples());
    }

    /** What a signal handler needs. */
    record Running(
            Training training,
            Attempt attempt,
            Fingerprint fingerprint,
            Inputs inputs,
            double loadSeconds) {
        /** What an attempt that ends here leaves; not yet written. */
        Result stopped(String why) {
            return attempt.stopped(training, fingerprint, inputs, loadSeconds, why);
        }
    }
}
