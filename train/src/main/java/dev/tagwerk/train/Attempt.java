package dev.tagwerk.train;

import dev.tagwerk.model.Machine;
import dev.tagwerk.model.Placement;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.Latest;
import dev.tagwerk.runfolder.Measurement;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.TrainingJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final RankLauncher launcher;

    Attempt(
            RunFolder folder,
            String id,
            boolean startOver,
            Map<String, String> environment,
            RankLauncher launcher) {
        this.folder = folder;
        this.id = id;
        this.startOver = startOver;
        this.environment = environment;
        this.launcher = launcher;
    }

    /**
     * Trains.
     *
     * @param running is told the loop once it can be asked for a checkpoint
     * @return the result, already written
     */
    Result run(StopFlag stop, Consumer<Running> running) {
        TrainingJob job = Materials.job(folder);
        ModelFolder base = Materials.base(job, environment);
        Placement placement = Materials.placement(job, Rank.ALONE);
        Optional<Checkpoint> checkpoint = startingPoint();
        try (Team team =
                        Ranks.start(
                                job.resources(), folder, id, checkpoint, environment, launcher);
                Materials materials = Materials.open(folder, job, base, placement)) {
            Training training = new Training(materials, team, folder);
            announce(training, materials);
            checkpoint.ifPresent(found -> resume(training, found, materials.fingerprint()));
            // The adapter is written at the end beside the checkpoints: room for one more of each.
            folder.requireSpace(
                    CheckpointFiles.bytes(materials.model().parameters().count())
                            * (job.checkpoints().keep() + 2L));
            team.meet(materials);
            long estimated = JobMemory.atPeak(materials);
            double loadSeconds = (System.currentTimeMillis() - PROCESS_STARTED) / 1e3;
            Running now = new Running(training, this, materials, loadSeconds, estimated, team);
            running.accept(now);
            return finish(now, run(training, stop, job.maxDuration()));
        }
    }

    private static Training.Ending run(
            Training training, StopFlag stop, Optional<Duration> maxDuration) {
        try {
            return training.run(stop, maxDuration);
        } catch (TrainException e) {
            if (e.code().equals(RankProcess.LOST)) {
                save(training, e); // what is finished here is whole, whatever became of the rank
            }
            throw e;
        }
    }

    private static void save(Training training, TrainException cause) {
        try {
            training.save();
        } catch (RuntimeException second) {
            cause.addSuppressed(second); // which rank was lost is the news
        }
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

    private void announce(Training training, Materials materials) {
        TrainingSet rows = materials.rows();
        Placement placement = materials.placement();
        long examples = rows.train().stream().mapToLong(unit -> unit.lines().size()).sum();
        folder.events()
                .append(
                        stamp ->
                                new Event.Started(
                                        stamp,
                                        id,
                                        training.progress().totalSteps(),
                                        examples,
                                        materials.model().parameters().count(),
                                        materials.fingerprint()));
        rows.notes().forEach(this::note);
        int ranks = materials.job().resources().ranks();
        if (ranks > 1) {
            note(
                    ranks
                            + " processes share every batch, with "
                            + placement.workers()
                            + (placement.workers() == 1 ? " thread each" : " threads each"));
        }
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

    private Result finish(Running now, Training.Ending ending) {
        Training training = now.training();
        Materials materials = now.materials();
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
                List<String> names =
                        new Outputs(materials.job(), materials.base(), folder)
                                .write(materials.model(), taken);
                folder.events().append(stamp -> new Event.Finished(stamp, progress.step()));
                folder.events().sync();
                yield written(
                        new Result(
                                Result.SUCCEEDED,
                                taken,
                                Optional.empty(),
                                progress.metrics(),
                                materials.fingerprint(),
                                now.measurement(),
                                materials.inputs().data(),
                                folder.digests(names)));
            }
            case STOPPED -> written(now.stopped("stopped on request"));
            case OUT_OF_TIME ->
                    written(
                            now.stopped(
                                    Result.OUT_OF_TIME
                                            + " of "
                                            + materials.job().maxDuration().orElseThrow()
                                            + " reached; resume goes on from the checkpoint"));
        };
    }

    Result written(Result result) {
        folder.writeResult(result);
        return result;
    }

    /** What a signal handler needs. */
    record Running(
            Training training,
            Attempt attempt,
            Materials materials,
            double loadSeconds,
            long estimatedPeakBytes,
            Team team) {
        /** What an attempt that ends here leaves; not yet written. */
        Result stopped(String why) {
            Progress progress = training.progress();
            return new Result(
                    Result.STOPPED,
                    progress.step(),
                    Optional.of(why),
                    progress.metrics(),
                    materials.fingerprint(),
                    measurement(),
                    materials.inputs().data(),
                    Map.of());
        }

        private Measurement measurement() {
            Progress progress = training.progress();
            return new Measurement(
                    loadSeconds,
                    progress.speeds(),
                    Machine.peakResidentBytes() + team.peakResidentBytes(),
                    estimatedPeakBytes,
                    progress.bytesWritten(),
                    (System.currentTimeMillis() - PROCESS_STARTED) / 1e3,
                    progress.tokens(),
                    progress.examples(),
                    Optional.of(
                            progress.spent(
                                    materials
                                            .placement()
                                            .compute()
                                            .name()
                                            .toLowerCase(java.util.Locale.ROOT),
                                    materials.base().weightBytes())));
        }
    }
}
