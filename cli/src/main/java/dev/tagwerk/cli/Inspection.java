package dev.tagwerk.cli;

import dev.tagwerk.data.DataException;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.hub.PullRecord;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.WeightStore;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.DatasetInfo;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingData;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.train.AdapterCheck;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a job file cannot tell by itself: whether the model, its tokenizer and the data that it
 * names are there and fit each other. Gathers all problems; one that hides others (no model folder)
 * stands for them.
 */
final class Inspection {
    private static final Clock CLOCK = Clock.systemDefaultZone();

    private final Map<String, String> environment;
    private final DataSets dataSets;
    private final Findings findings;

    /**
     * @param findings what is found out is put there
     */
    Inspection(Findings findings, Map<String, String> environment, DataSets dataSets) {
        this.findings = findings;
        this.environment = environment;
        this.dataSets = dataSets;
    }

    /** The job with its data found; without what cannot be found, the problem is noted. */
    Optional<Job> inspect(Job job) {
        new TermsInspection(findings).inspect(job);
        return switch (job) {
            case TrainingJob training -> {
                Optional<TrainingJob> resolved =
                        found(
                                training.data().datasetInfo(),
                                "data.train",
                                () -> dataSets.resolve(training));
                inspect(resolved.orElse(training), resolved.isPresent());
                yield resolved.map(one -> one);
            }
            case EvaluationJob evaluation -> {
                Optional<EvaluationJob> resolved =
                        found(
                                evaluation.datasetInfo(),
                                "data.test",
                                () -> dataSets.resolve(evaluation));
                inspect(resolved.orElse(evaluation), resolved.isPresent());
                yield resolved.map(one -> one);
            }
            // what lies in an image is not looked into here
            case ContainerJob container -> Optional.of(container);
        };
    }

    /** The job with its data found, and nothing looked at. */
    Optional<Job> find(Job job) {
        return switch (job) {
            case TrainingJob training ->
                    found(
                                    training.data().datasetInfo(),
                                    "data.train",
                                    () -> dataSets.resolve(training))
                            .map(one -> one);
            case EvaluationJob evaluation -> Optional.of(evaluation);
            case ContainerJob container -> Optional.of(container);
        };
    }

    private <J> Optional<J> found(Optional<DatasetInfo> info, String key, Supplier<J> resolution) {
        try {
            return Optional.of(resolution.get());
        } catch (DataException failure) {
            findings.problem(info.isPresent() ? "data.dataset_info" : key, failure);
            return Optional.empty();
        }
    }

    private void inspect(TrainingJob job, boolean dataFound) {
        Optional<ModelFolder> model = model(job.model());
        model.ifPresent(folder -> adapter(folder.config(), job));
        try (OpenTokenizer tokenizer = tokenizer(model)) {
            int maxLength = job.recipe().maxLength();
            model.ifPresent(folder -> length("recipe.max_length", folder.config(), maxLength));
            if (dataFound) {
                TrainingData data = job.data();
                DataInspection rows =
                        rows(
                                job.task(),
                                tokenizer,
                                base -> JobTemplate.find(data.chatTemplate(), base, CLOCK),
                                "recipe.max_length",
                                maxLength);
                rows.inspect("data.train", data.train().file(), data.format(), data.columns());
                data.validation()
                        .ifPresent(
                                ref ->
                                        rows.inspect(
                                                "data.validation",
                                                ref.file(),
                                                data.format(),
                                                data.columns()));
            }
        }
        job.recipe()
                .decision()
                .teacher()
                .ifPresent(path -> findings.readable("recipe.teacher", path));
        model.ifPresent(folder -> template(folder, job.data().chatTemplate()));
    }

    private void template(ModelFolder folder, Optional<ChatTemplateRef> named) {
        boolean there =
                !(named.orElse(null) instanceof ChatTemplateRef.File template)
                        || findings.readable("data.chat_template", template.path());
        if (named.isPresent() && there) {
            try {
                JobTemplate.find(named, folder.path(), CLOCK);
            } catch (ModelFilesException failure) {
                findings.problem("data.chat_template", failure);
            }
        }
    }

    private void inspect(EvaluationJob job, boolean dataFound) {
        Optional<ModelFolder> model = model(job.model());
        job.adapter().ifPresent(this::adapter);
        job.head().ifPresent(path -> findings.readable("head", path));
        job.regrets().ifPresent(path -> findings.readable("regrets", path));
        String maxLength = "evaluation.max_length";
        try (OpenTokenizer tokenizer = tokenizer(model)) {
            model.ifPresent(folder -> length(maxLength, folder.config(), job.maxLength()));
            if (dataFound) {
                rows(job.task(), tokenizer, base -> template(job, base), maxLength, job.maxLength())
                        .inspect("data.test", job.data().file(), job.format(), job.columns());
            }
        }
        model.ifPresent(folder -> template(folder, job.chatTemplate()));
    }

    /**
     * As {@code evaluate} finds it: what the job names, what the adapter learnt with, the base's.
     */
    private static Optional<ChatTemplate> template(EvaluationJob job, Path base) {
        return job.chatTemplate().isPresent()
                ? JobTemplate.find(job.chatTemplate(), base, CLOCK)
                : job.adapter()
                        .flatMap(adapter -> ChatTemplate.find(adapter, CLOCK))
                        .or(() -> ChatTemplate.find(base, CLOCK));
    }

    private Optional<ModelFolder> model(ModelRef ref) {
        try {
            ModelFolder folder = ModelFolder.open(folder(ref, environment));
            try (WeightStore weights = folder.weights()) {
                ModelConfig config = folder.config();
                findings.fact(
                        String.format(
                                Locale.ROOT,
                                "model  %s: %s, %d layers of width %d, %.1f MB of weights",
                                ref.text(),
                                config.architecture().title(),
                                config.layers(),
                                config.hiddenSize(),
                                weights.bytes() / 1e6));
            }
            PullRecord.of(folder.path()).ifPresent(record -> findings.fact(licence(record)));
            return Optional.of(folder);
        } catch (ModelFilesException failure) {
            findings.problem("model", failure);
            return Optional.empty();
        }
    }

    /**
     * Under which terms a model was pulled; who serves a gated one must have accepted them, too.
     */
    private static String licence(PullRecord record) {
        boolean gated = !record.terms().gated().equals("no");
        return "licence  "
                + record.terms().words()
                + (gated ? "; gated: every account that pulls it must accept the licence" : "");
    }

    /** The folder that a reference means. */
    static Path folder(ModelRef ref, Map<String, String> environment) {
        return switch (ref) {
            case ModelRef.Folder folder -> folder.path();
            case ModelRef.Hub hub ->
                    ModelFiles.resolve(hub.repository(), hub.revision(), environment);
        };
    }

    private void adapter(ModelConfig config, TrainingJob job) {
        for (AdapterCheck.Trouble trouble : AdapterCheck.of(job, config)) {
            findings.problem(trouble.key(), trouble.part(), trouble.message(), trouble.remedy());
        }
        AdapterCheck.trainable(job, config)
                .ifPresent(
                        values ->
                                findings.fact(
                                        String.format(
                                                Locale.ROOT,
                                                "adapter  %,d values are trained",
                                                values)));
    }

    private void length(String key, ModelConfig config, int maxLength) {
        if (maxLength > config.maxPositions()) {
            findings.problem(
                    key,
                    maxLength
                            + " is more than the "
                            + config.maxPositions()
                            + " positions that the model was made for",
                    "max_length: " + config.maxPositions());
        }
    }

    private void adapter(Path path) {
        try (AdapterFolder adapter = AdapterFolder.read(path)) {
            findings.fact("adapter  " + path + ": rank " + adapter.config().rank());
        } catch (ModelFilesException failure) {
            findings.problem("adapter", failure);
        }
    }

    private OpenTokenizer tokenizer(Optional<ModelFolder> model) {
        if (model.isEmpty()) {
            return new OpenTokenizer(Optional.empty());
        }
        try {
            ModelTokenizer tokenizer = model.get().tokenizer();
            if (tokenizer.vocabularySize() > model.get().config().vocabSize()) {
                findings.problem(
                        "model",
                        "the tokenizer knows "
                                + tokenizer.vocabularySize()
                                + " tokens, the model's embedding only "
                                + model.get().config().vocabSize(),
                        "they do not belong together; copy tokenizer.json from where the model came from");
            }
            return new OpenTokenizer(Optional.of(tokenizer));
        } catch (ModelFilesException failure) {
            findings.problem("model", failure);
            return new OpenTokenizer(Optional.empty());
        }
    }

    /**
     * @param template what writes conversations, given the base's folder
     * @param key what sets the length
     */
    private DataInspection rows(
            Task task,
            OpenTokenizer tokenizer,
            Function<Path, Optional<ChatTemplate>> template,
            String key,
            int length) {
        Optional<Encoder> encoder =
                tokenizer
                        .tokenizer()
                        .map(
                                open ->
                                        new Encoder(
                                                open, length, () -> template.apply(open.folder())));
        return new DataInspection(findings, task, key, encoder);
    }

    /** A tokenizer that may be missing, for try-with-resources. */
    private record OpenTokenizer(Optional<ModelTokenizer> tokenizer) implements AutoCloseable {
        @Override
        public void close() {
            tokenizer.ifPresent(ModelTokenizer::close);
        }
    }
}
