package dev.tagwerk.spec;

import java.util.Optional;

/** The rows: which file, which shape, which of them are held out. */
final class ForeignData {
    /** What is known of one data set of the file. */
    record Rows(Tree.Entry from, String path, Optional<DataFormat> format) {}

    private final ForeignJob job;

    ForeignData(ForeignJob job) {
        this.job = job;
    }

    void read() {
        switch (job.tool()) {
            case AXOLOTL -> new AxolotlData(job, this).read();
            case LLAMA_FACTORY -> new LlamaFactoryData(job, this).read();
            case TRL -> trl();
        }
        if (!job.sheet().has(TrainingKeys.TRAIN)) {
            throw new ImportRefusal(
                    "it names no data to train on",
                    "add " + (job.tool() == ForeignTool.TRL ? "dataset_name" : "a data set"));
        }
        fraction();
    }

    private void trl() {
        Optional<Tree.Entry> entry = job.entry("dataset_name", "datasets");
        if (entry.isEmpty()) {
            return;
        }
        switch (entry.get().value()) {
            case Tree.Scalar scalar -> train(entry.get(), scalar.text(), Optional.empty());
            case Tree.Sequence several -> {
                several(entry.get(), several);
                if (several.items().getFirst() instanceof Tree.Mapping first) {
                    first.entry("path")
                            .ifPresent(
                                    path ->
                                            train(
                                                    entry.get(),
                                                    scalar(path.value()).orElse(""),
                                                    Optional.empty()));
                }
            }
            case Tree.Mapping mapping -> {}
            case Tree.Broken broken -> {}
        }
        job.text("dataset_text_field")
                .filter(field -> !field.equals("text"))
                .flatMap(field -> job.entry("dataset_text_field"))
                .ifPresent(
                        field ->
                                job.columns(
                                        java.util.Map.of(
                                                "text", scalar(field.value()).orElse("text")),
                                        field));
        for (String name : new String[] {"assistant_only_loss", "completion_only_loss"}) {
            job.entry(name)
                    .filter(flag -> ForeignJob.isOff(flag.value()))
                    .filter(flag -> name.equals("completion_only_loss"))
                    .ifPresent(this::everything);
        }
        job.entry("chat_template_path")
                .ifPresent(
                        path ->
                                scalar(path.value())
                                        .ifPresent(
                                                text -> new ForeignTemplate(job).at(path, text)));
        job.text("loss_type")
                .filter(type -> !type.endsWith("nll"))
                .flatMap(type -> job.entry("loss_type"))
                .ifPresent(type -> job.lost(type, "the loss is the usual one", ""));
    }

    static Optional<String> scalar(Tree value) {
        return value instanceof Tree.Scalar scalar && !scalar.text().isBlank()
                ? Optional.of(scalar.text().strip())
                : Optional.empty();
    }

    void everything(Tree.Entry entry) {
        job.lost(
                entry,
                "the prompt is never learnt with rows that have one",
                "rows of format text learn every token");
    }

    /** Says that only the first of several data sets is taken. */
    void several(Tree.Entry entry, Tree.Sequence sets) {
        if (sets.items().isEmpty()) {
            throw new ImportRefusal("`" + entry.key().text() + "` is empty", "name a data set");
        }
        if (sets.items().size() > 1) {
            job.lost(
                    entry,
                    "a job has one file, and "
                            + (sets.items().size() - 1)
                            + " more data sets are named",
                    "put the rows into one file; tagwerk data convert brings them into one shape");
        }
    }

    void train(Tree.Entry from, String path, Optional<DataFormat> format) {
        file(TrainingKeys.TRAIN, from, path);
        format.ifPresent(
                shape -> job.sheet().put(CommonKeys.FORMAT, shape.word(), from.key().text()));
    }

    /** A file beside the configuration, or a name that stands for a data set of the hub. */
    void file(Key<?> key, Tree.Entry from, String path) {
        Optional<String> found =
                job.places()
                        .find(path)
                        .filter(java.nio.file.Files::isRegularFile)
                        .map(job.places()::written);
        boolean looksLocal = path.matches("(?i).*\\.(jsonl|json|csv|parquet|txt|gz)");
        if (found.isEmpty() && !looksLocal) {
            job.lost(
                    from,
                    "the data set '"
                            + Shown.oneLine(path)
                            + "' is no file here, and data sets of"
                            + " the hub are not fetched",
                    "hf download "
                            + Shown.oneLine(path)
                            + " --repo-type dataset, then name its file under data");
        }
        String name =
                found.orElse(
                        looksLocal ? path : path.replaceAll("[^A-Za-z0-9._-]+", "--") + ".jsonl");
        if (key == TrainingKeys.VALIDATION
                && job.sheet()
                        .value(TrainingKeys.TRAIN)
                        .equals(Optional.of(JobSheet.quoted(name)))) {
            job.lost(from, "is the training file: its numbers would say nothing", "use other rows");
            return;
        }
        job.put(key, name, from);
    }

    private void fraction() {
        Optional<Tree.Entry> entry = job.entry("val_set_size", "val_size");
        double size = job.number("val_set_size", "val_size").orElse(0.0);
        if (entry.isEmpty() || size <= 0) {
            return;
        }
        if (job.sheet().has(TrainingKeys.VALIDATION)) {
            job.lost(entry.get(), "there is a file of validation rows", "");
        } else if (size < 1) {
            job.put(TrainingKeys.VALIDATION_FRACTION, String.valueOf(size), entry.get());
        } else {
            job.lost(
                    entry.get(),
                    "counts rows, and a share is wanted here",
                    "data.validation_fraction: " + (long) size + " divided by the number of rows");
        }
    }
}
