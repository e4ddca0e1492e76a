package dev.tagwerk.cli;

import dev.tagwerk.data.DataException;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.modelfiles.MemoryEstimate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.Device;
import dev.tagwerk.spec.Resources;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.train.Hardware;
import dev.tagwerk.train.JobMemory;
import dev.tagwerk.train.TrainException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A job's memory estimate beside what there is.
 *
 * @param limit of main memory here, or of the card; empty where nothing is known about it
 */
record JobForecast(
        TrainingJob job, JobMemory memory, MemoryEstimate estimate, Optional<MemoryLimit> limit) {

    /** On this machine, or with such a card. */
    static JobForecast of(Shell shell, TrainingJob written, Optional<Card> card) {
        TrainingJob job = card.isPresent() ? onCard(written) : written;
        int threads =
                Math.min(
                        Runtime.getRuntime().availableProcessors(),
                        Kernels.remembered(shell)
                                .map(Kernels.Choice::threads)
                                .orElse(Integer.MAX_VALUE));
        Hardware here = Hardware.here(threads);
        Hardware hardware = card.map(known -> here.withCard(known.capability())).orElse(here);
        ModelFolder base = ModelFolder.open(Inspection.folder(job.model(), shell.environment()));
        JobMemory memory;
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
            memory = JobMemory.of(job, base, encoder, hardware);
        }
        return new JobForecast(job, memory, memory.estimate(job), limit(hardware, job, card));
    }

    /** On this machine; empty where rows cannot be read: the trainer says why. */
    static Optional<JobForecast> tried(Shell shell, TrainingJob job) {
        try {
            return Optional.of(of(shell, job, Optional.empty()));
        } catch (TrainException | DataException | ModelFilesException unreadable) {
            return Optional.empty();
        }
    }

    /** Processes of the processor become as many GPUs: each holds a copy of the model. */
    static TrainingJob onCard(TrainingJob job) {
        Resources now = job.resources();
        Optional<Long> gpus = now.ranks() > 1 ? Optional.of((long) now.ranks()) : now.gpus();
        return new TrainingJob(
                job.name(),
                job.model(),
                job.task(),
                job.recipe(),
                job.data(),
                job.checkpoints(),
                new Resources(Device.CUDA, now.threads(), 1, gpus, now.processTimeout()),
                job.maxDuration(),
                job.terms());
    }

    private static Optional<MemoryLimit> limit(
            Hardware hardware, TrainingJob job, Optional<Card> card) {
        if (!hardware.onCard(job)) {
            return MemoryLimit.here();
        }
        return card.map(known -> new MemoryLimit(known.bytes(), "the memory of " + known.name()));
    }

    /** Cards that train together, each with all of this; 0 on the processor. */
    int cards() {
        return onCard() ? job.resources().ranks() : 0;
    }

    boolean onCard() {
        return memory.hardware().onCard(job);
    }

    /** What must fit: on a card its own memory, else main memory. */
    long peak() {
        return onCard() ? estimate.cardBytes() : estimate.mainBytes();
    }

    MemoryVerdict verdict() {
        if (limit.isEmpty()) {
            return MemoryVerdict.FITS;
        }
        return onCard()
                ? MemoryVerdict.onCard(estimate, limit.get().bytes())
                : MemoryVerdict.inMain(estimate, limit.get().bytes());
    }

    /** Settings under which it would fit. */
    List<MemoryAdvice.Fitting> fitting() {
        ToLongFunction<MemoryEstimate> needed =
                onCard() ? MemoryEstimate::cardBytes : MemoryEstimate::unreclaimableBytes;
        return limit.map(most -> new MemoryAdvice(memory, job, needed, most.bytes()).fitting())
                .orElse(List.of());
    }

    /** The smallest card that holds the job as it is. */
    Optional<Card> smallestCard() {
        return Card.all().stream()
                .filter(
                        card ->
                                memory.on(memory.hardware().withCard(card.capability()))
                                                .estimate(job)
                                                .cardBytes()
                                        <= card.bytes())
                .findFirst();
    }
}
