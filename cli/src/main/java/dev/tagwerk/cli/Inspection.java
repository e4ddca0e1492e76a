package dev.tagwerk.cli;

import dev.tagwerk.data.BadRow;
import dev.tagwerk.data.DataException;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.WeightStore;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.DatasetInfo;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Problem;
import dev.tagwerk.spec.Targets;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingData;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a job file cannot tell by itself: whether the model, its tokenizer and the data that it
 * names are there and fit each other. Gathers all problems; one that hides others (no model folder)
 * stands for them.
 */
final class Inspection {
    private final Path file;
    private final String text;
    private final Map<String, String> environment;
    private final DataSets dataSets;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();

    Inspection(Path file, String text, Map<String, String> environment, DataSets dataSets) {
        this.file = file;
        this.text = text;
        this.environment = environment;
        this.dataSets = dataSets;
    }

    List<Problem> problems() {
        return problems;
    }

    /** What was found, one line each, for people. */
    List<String> facts() {
        return facts;
    }

    /** The job with its data found; without what cannot be found, the problem is noted. */
    Optional<Job> inspect(Job job) {
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
        };
    }

    private <J> Optional<J> found(Optional<DatasetInfo> info, String key, Supplier<J> resolution) {
        try {
            return Optional.of(resolution.get());
        } catch (DataException failure) {
            problem(info.isPresent() ? "data.dataset_info" : key, failure);
            return Optional.empty();
        }
    }

    private void inspect(TrainingJob job, boolean dataFound) {
        Optional<ModelFolder> model = model(job.model());
        model.ifPresent(folder -> targets(folder, job));
        try (OpenTokenizer tokenizer = tokenizer(model)) {
            int maxLength = job.recipe().maxLength();
            model.ifPresent(folder -> length(folder.config(), maxLength));
            if (dataFound) {
                data(
                        "data.train",
                        job.data().train(),
                        job.data(),
                        job.task(),
                        tokenizer,
                        maxLength);
                job.data()
                        .validation()
                        .ifPresent(
                                ref ->
                                        data(
                                                "data.validation",
                                                ref,
                                                job.data(),
                                                job.task(),
                                                tokenizer,
                                                maxLength));
            }
        }
        job.recipe().decision().teacher().ifPresent(path -> readable("recipe.teacher", path));
        model.ifPresent(folder -> template(folder, job.data().chatTemplate()));
    }

    private void template(ModelFolder folder, Optional<ChatTemplateRef> named) {
        boolean there =
                !(named.orElse(null) instanceof ChatTemplateRef.File template)
                        || readable("data.chat_template", template.path());
        if (named.isPresent() && there) {
            try {
                JobTemplate.find(named, folder.path(), Clock.systemDefaultZone());
            } catch (ModelFilesException failure) {
                problem("data.chat_template", failure);
            }
        }
    }

    private void inspect(EvaluationJob job, boolean dataFound) {
        Optional<ModelFolder> model = model(job.model());
        job.adapter().ifPresent(this::adapter);
        job.head().ifPresent(path -> readable("head", path));
        job.regrets().ifPresent(path -> readable("regrets", path));
        try (OpenTokenizer tokenizer = tokenizer(model)) {
            model.ifPresent(folder -> length(folder.config(), job.maxLength()));
            if (dataFound) {
                data(
                        "data.test",
                        job.data().file(),
                        job.format(),
                        job.columns(),
                        job.task(),
                        tokenizer,
                        Optional.empty(),
                        job.maxLength());
            }
        }
    }

    private Optional<ModelFolder> model(ModelRef ref) {
        try {
            ModelFolder folder = ModelFolder.open(folder(ref, environment));
            try (WeightStore weights = folder.weights()) {
                ModelConfig config = folder.config();
                facts.add(
                        String.format(
                                Locale.ROOT,
                                "model  %s: %s, %d layers of width %d, %.1f MB of weights",
                                ref.text(),
                                config.architecture().title(),
                                config.layers(),
                                config.hiddenSize(),
                                weights.bytes() / 1e6));
            }
            return Optional.of(folder);
        } catch (ModelFilesException failure) {
            problem("model", failure);
            return Optional.empty();
        }
    }

    /** The folder that a reference means. */
    static Path folder(ModelRef ref, Map<String, String> environment) {
        return switch (ref) {
            case ModelRef.Folder folder -> folder.path();
            case ModelRef.Hub hub ->
                    ModelFiles.resolve(hub.repository(), hub.revision(), environment);
        };
    }

    /** A named target that no module has would train nothing. */
    private void targets(ModelFolder folder, TrainingJob job) {
        if (!(job.recipe().lora().targets() instanceof Targets.Names names)) {
            return;
        }
        List<String> modules = Slot.of(folder.config()).stream().map(Slot::shortName).toList();
        for (String target : names.names()) {
            if (target.equals("lm_head")) {
                if (job.task() == Task.DECISION) {
                    problem(
                            "recipe.targets",
                            "a decision is read from the decision head: nothing would flow through"
                                    + " lm_head",
                            "leave lm_head out");
                }
            } else if (!modules.contains(target)) {
                problem(
                        "recipe.targets",
                        "the model has no module named '" + target + "' that an adapter can train",
                        "its modules: "
                                + String.join(", ", modules)
                                + ", lm_head; or write all-linear");
            }
        }
    }

    private void length(ModelConfig config, int maxLength) {
        if (maxLength > config.maxPositions()) {
            problem(
                    "recipe.max_length",
                    maxLength
                            + " is more than the "
                            + config.maxPositions()
                            + " positions that the model was made for",
                    "max_length: " + config.maxPositions());
        }
    }

    private void adapter(Path path) {
        try (AdapterFolder adapter = AdapterFolder.read(path)) {
            facts.add("adapter  " + path + ": rank " + adapter.config().rank());
        } catch (ModelFilesException failure) {
            problem("adapter", failure);
        }
    }

    private OpenTokenizer tokenizer(Optional<ModelFolder> model) {
        if (model.isEmpty()) {
            return new OpenTokenizer(Optional.empty());
        }
        try {
            ModelTokenizer tokenizer = model.get().tokenizer();
            if (tokenizer.vocabularySize() > model.get().config().vocabSize()) {
                problem(
                        "model",
                        "the tokenizer knows "
                                + tokenizer.vocabularySize()
                                + " tokens, the model's embedding only "
                                + model.get().config().vocabSize(),
                        "they do not belong together; copy tokenizer.json from where the model came from");
            }
            return new OpenTokenizer(Optional.of(tokenizer));
        } catch (ModelFilesException failure) {
            problem("model", failure);
            return new OpenTokenizer(Optional.empty());
        }
    }

    private void data(
            String key,
            DataRef ref,
            TrainingData data,
            Task task,
            OpenTokenizer tokenizer,
            int maxLength) {
        data(
                key,
                ref.file(),
                data.format(),
                data.columns(),
                task,
                tokenizer,
                data.chatTemplate(),
                maxLength);
    }

    private void data(
            String key,
            Path path,
            DataFormat format,
            Columns columns,
            Task task,
            OpenTokenizer tokenizer,
            Optional<ChatTemplateRef> template,
            int maxLength) {
        if (!readable(key, path)) {
            return;
        }
        ReadRows head;
        try {
            head = DataHead.read(path, format, columns);
        } catch (DataException failure) {
            problem(key, failure);
            return;
        }
        for (BadRow bad : head.bad().stream().limit(5).toList()) {
            problem(key, path + ": " + head.told(bad), "tagwerk data check " + path);
        }
        if (head.rows().isEmpty()) {
            if (head.bad().isEmpty()) {
                problem(key, path + " holds no rows", "");
            }
            return;
        }
        boolean decisions = head.format() == DataFormat.DECISION;
        if (decisions != (task == Task.DECISION)) {
            problem(
                    key,
                    path
                            + " holds "
                            + word(head.format())
                            + " rows, which are not for task "
                            + word(task),
                    decisions ? "task: decision" : "task: causal-lm");
            return;
        }
        tokenizer
                .tokenizer()
                .ifPresent(
                        open ->
                                encode(
                                        key,
                                        path,
                                        head,
                                        new Encoder(
                                                open,
                                                maxLength,
                                                () ->
                                                        JobTemplate.find(
                                                                template,
                                                                open.folder(),
                                                                Clock.systemDefaultZone())),
                                        maxLength));
        facts.add(
                "data  "
                        + path
                        + ": "
                        + word(head.format())
                        + ", "
                        + (head.whole() ? "" : "first ")
                        + head.rows().size()
                        + " rows looked at");
    }

    private void encode(String key, Path path, ReadRows head, Encoder encoder, int maxLength) {
        int tooLong = 0;
        int longest = 0;
        for (Row row : head.rows()) {
            Encoding encoding;
            try {
                encoding = encoder.encode(row);
            } catch (ModelFilesException noTemplate) {
                problem("model", noTemplate);
                return;
            }
            switch (encoding) {
                case Encoding.Decision kept -> longest = Math.max(longest, kept.encoded().length());
                case Encoding.Text kept -> longest = Math.max(longest, kept.fullLength());
                case Encoding.Several kept ->
                        longest = Math.max(longest, kept.texts().getLast().fullLength());
                case Encoding.Dropped dropped -> {
                    tooLong++;
                    longest = Math.max(longest, dropped.length());
                }
                case Encoding.Unusable unusable -> {
                    problem(
                            key,
                            path
                                    + ": "
                                    + head.numbering().at(unusable.line())
                                    + ": "
                                    + unusable.reason(),
                            "");
                    return;
                }
            }
        }
        if (tooLong == head.rows().size()) {
            problem(
                    "recipe.max_length",
                    "every row looked at is longer than max_length "
                            + maxLength
                            + ", so that all would be dropped",
                    "max_length: " + longest + " or more");
        } else if (tooLong > 0) {
            facts.add(
                    tooLong
                            + " of "
                            + head.rows().size()
                            + " rows are longer than max_length and will be dropped");
        }
    }

    private boolean readable(String key, Path path) {
        if (!Files.exists(path)) {
            problem(key, "there is no file " + path, "paths start in the job file's folder");
            return false;
        }
        if (Files.isDirectory(path) || !Files.isReadable(path)) {
            problem(key, path + (Files.isDirectory(path) ? " is a folder" : " cannot be read"), "");
            return false;
        }
        return true;
    }

    private void problem(String key, RuntimeException failure) {
        String message = failure.getMessage();
        problem(key, message == null ? failure.toString() : message, "");
    }

    private void problem(String key, String message, String suggestion) {
        YamlPlace place = YamlPlace.of(text, key);
        problems.add(
                new Problem(
                        file.toString(), place.line(), place.column(), key, message, suggestion));
    }

    /** A value's word in the job file. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A tokenizer that may be missing, for try-with-resources. */
    private record OpenTokenizer(Optional<ModelTokenizer> tokenizer) implements AutoCloseable {
        @Override
        public void close() {
            tokenizer.ifPresent(ModelTokenizer::close);
        }
    }
}
