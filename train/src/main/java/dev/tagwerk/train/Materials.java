package dev.tagwerk.train;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.model.Machine;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Placements;
import dev.tagwerk.model.Quantization;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Resources;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.OptionalInt;

/** What every rank of a run opens: the model to train, and the rows to train it on. */
record Materials(
        TrainingJob job,
        ModelFolder base,
        Placement placement,
        Fingerprint fingerprint,
        Inputs inputs,
        ModelTokenizer tokenizer,
        TrainingSet rows,
        BatchMaker batches,
        TrainableModel model)
        implements AutoCloseable {

    /** Reads {@code job.json}. */
    static TrainingJob job(RunFolder folder) {
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

    /** Where a rank computes. Rank 0 looks whether there are GPUs for all; the others see one. */
    static Placement placement(TrainingJob job, Rank rank) {
        Resources all = job.resources();
        Resources own =
                new Resources(
                        all.device(),
                        all.threads(),
                        all.processes(),
                        rank.number() == 0 ? all.gpus() : all.gpus().map(several -> 1L),
                        all.processTimeout());
        return Placements.choose(own, job.recipe().precision());
    }

    static ModelFolder base(TrainingJob job, Map<String, String> environment) {
        return ModelFolder.open(
                switch (job.model()) {
                    case ModelRef.Folder local -> local.path();
                    case ModelRef.Hub hub ->
                            ModelFiles.resolve(hub.repository(), hub.revision(), environment);
                });
    }

    /**
     * Reads everything.
     *
     * @throws TrainException when rows are bad or none is left
     */
    static Materials open(
            RunFolder folder, TrainingJob job, ModelFolder base, Placement placement) {
        int ranks = job.resources().ranks();
        Fingerprint fingerprint = Machine.fingerprint(placement, ranks, Version.TEXT);
        Inputs inputs = Inputs.of(job, base);
        ModelTokenizer tokenizer = base.tokenizer();
        try {
            // A run resumed on another day must read the same rows.
            Clock begun = Clock.fixed(folder.begun(), ZoneOffset.UTC);
            Encoder encoder =
                    new Encoder(
                            tokenizer,
                            job.recipe().maxLength(),
                            () -> JobTemplate.find(job.data().chatTemplate(), base.path(), begun));
            TrainingSet rows = TrainingSet.read(job, encoder);
            inputs.requireUnchanged(job);
            BatchMaker batches =
                    new BatchMaker(job, tokenizer, rows.teacher(), placement.workers() * ranks);
            return new Materials(
                    job,
                    base,
                    placement,
                    fingerprint,
                    inputs.writtenWith(encoder.usedTemplate()),
                    tokenizer,
                    rows,
                    batches,
                    model(job, base, placement));
        } catch (RuntimeException | OutOfMemoryError e) {
            tokenizer.close();
            throw e;
        }
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
        return TrainableModel.lora(
                base, RecipeAdapter.plan(job, base.config()), settings, placement);
    }

    @Override
    public void close() {
        model.close();
        tokenizer.close();
    }
}
