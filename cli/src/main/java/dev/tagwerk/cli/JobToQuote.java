package dev.tagwerk.cli;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.quote.Demand;
import dev.tagwerk.quote.Precision;
import dev.tagwerk.quote.QuotedJob;
import dev.tagwerk.quote.Spread;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.train.Hardware;
import dev.tagwerk.train.JobSize;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A job in numbers.
 *
 * @param size of a training; empty for containers
 */
record JobToQuote(QuotedJob job, Optional<JobSize> size) {
    /** Seconds per example of the 2B decider on a T4 in fp32: the run of October 2026. */
    private static final double REFERENCE_SECONDS = 2.6;

    private static final long REFERENCE_LEAST = 1_500_000_000L;
    private static final long REFERENCE_MOST = 2_500_000_000L;
    private static final double GIB = 1L << 30;

    static JobToQuote of(Shell shell, TrainingJob job, OptionalLong imageBytes) {
        ModelFolder base = ModelFolder.open(Inspection.folder(job.model(), shell.environment()));
        JobSize size;
        try (ModelTokenizer tokenizer = base.tokenizer()) {
            Encoder encoder =
                    new Encoder(
                            tokenizer,
                            job.recipe().maxLength(),
                            () ->
                                    JobTemplate.find(
                                            job.data().chatTemplate(),
                                            base.path(),
                                            Clock.systemDefaultZone()));
            size = JobSize.of(job, base, encoder);
        }
        Map<Precision, Demand> demands = demands(job, size);
        QuotedJob.Training training =
                new QuotedJob.Training(
                        demands,
                        size.steps(),
                        size.examples(),
                        job.checkpoints().everySteps(),
                        size.checkpointBytes(),
                        job.checkpoints().keep(),
                        size.evaluations(),
                        reference(job, base));
        Hardware here = Hardware.here(1);
        Map<String, OptionalLong> known = new ConcurrentHashMap<>();
        QuotedJob.Needs needs =
                new QuotedJob.Needs(
                        Optional.empty(),
                        job.resources().ranks(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        (gpu, precision) ->
                                known.computeIfAbsent(
                                        gpu.capability() + " " + precision,
                                        any -> cardBytes(job, size, here, gpu, precision)));
        return new JobToQuote(
                new QuotedJob(
                        job.name(),
                        PastRuns.shape(job),
                        Optional.of(training),
                        Optional.empty(),
                        needs,
                        size.modelBytes(),
                        size.dataBytes(),
                        job.recipe().method() == Method.FULL
                                ? size.modelBytes()
                                : 4 * size.trainable(),
                        imageBytes,
                        0),
                Optional.of(size));
    }

    private static Map<Precision, Demand> demands(TrainingJob job, JobSize size) {
        Demand wide = new Demand(size.wide().training(), size.wide().evaluation());
        Demand narrow = new Demand(size.narrow().training(), size.narrow().evaluation());
        Map<Precision, Demand> all = new LinkedHashMap<>();
        switch (job.recipe().precision()) {
            case FP32 -> all.put(Precision.FP32, wide);
            case BF16 -> all.put(Precision.BF16, narrow);
            case FP16 -> all.put(Precision.FP16, narrow);
            case AUTO -> {
                all.put(Precision.FP32, wide);
                all.put(Precision.BF16, narrow);
                all.put(Precision.FP16, narrow);
            }
        }
        return all;
    }

    private static OptionalDouble reference(TrainingJob job, ModelFolder base) {
        long elements = base.config().mapElements();
        return job.task() == Task.DECISION
                        && job.recipe().method() == Method.LORA
                        && elements >= REFERENCE_LEAST
                        && elements <= REFERENCE_MOST
                ? OptionalDouble.of(REFERENCE_SECONDS)
                : OptionalDouble.empty();
    }

    private static OptionalLong cardBytes(
            TrainingJob job, JobSize size, Hardware here, Gpu gpu, Precision precision) {
        int capability = gpu.capability().major() * 10 + gpu.capability().minor();
        TrainingJob there =
                RecipeChange.none(JobForecast.onCard(job))
                        .precision(dev.tagwerk.spec.Precision.valueOf(precision.name()))
                        .job();
        return size.memory()
                .on(here.withCard(capability))
                .tried(there)
                .map(estimate -> OptionalLong.of(estimate.cardBytes()))
                .orElse(OptionalLong.empty());
    }

    /** A container takes as long as somebody says. */
    static JobToQuote of(ContainerJob job, Spread stated, OptionalLong imageBytes) {
        var resources = job.resources();
        long cards = resources.gpus().orElse(resources.gpu().isPresent() ? 1L : 0L);
        return new JobToQuote(
                new QuotedJob(
                        job.name(),
                        "container|" + job.image(),
                        Optional.empty(),
                        Optional.of(stated),
                        new QuotedJob.Needs(
                                resources.gpu(),
                                Math.toIntExact(cards),
                                resources
                                        .cpus()
                                        .map(OptionalDouble::of)
                                        .orElse(OptionalDouble.empty()),
                                resources
                                        .memory()
                                        .map(bytes -> OptionalDouble.of(bytes / GIB))
                                        .orElse(OptionalDouble.empty()),
                                (gpu, precision) -> OptionalLong.empty()),
                        0,
                        0,
                        0,
                        imageBytes,
                        job.retries()),
                Optional.empty());
    }
}
