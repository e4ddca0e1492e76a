package dev.tagwerk.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The {@code dataset} of LLaMA-Factory: names that {@code dataset_info.json} explains. */
final class LlamaFactoryData {
    private final ForeignJob job;
    private final ForeignData data;

    LlamaFactoryData(ForeignJob job, ForeignData data) {
        this.job = job;
        this.data = data;
    }

    void read() {
        job.entry("dataset")
                .ifPresent(
                        entry -> {
                            String name = first(entry);
                            Optional<Tree.Mapping> info = info(name);
                            info.ifPresent(one -> refuseRanking(entry, one));
                            data.train(
                                    entry,
                                    info.flatMap(this::file).orElse(name),
                                    info.map(LlamaFactoryData::format).or(this::byStage));
                            info.ifPresent(one -> job.columns(columns(one), entry));
                        });
        job.entry("eval_dataset")
                .ifPresent(
                        entry -> {
                            String name = first(entry);
                            data.file(
                                    TrainingKeys.VALIDATION,
                                    entry,
                                    info(name).flatMap(this::file).orElse(name));
                        });
        job.entry("train_on_prompt")
                .filter(entry -> !ForeignJob.isOff(entry.value()))
                .ifPresent(data::everything);
        job.text("template")
                .filter(name -> !job.text("stage").equals(Optional.of("pt")))
                .flatMap(name -> job.entry("template"))
                .ifPresent(
                        entry ->
                                ForeignData.scalar(entry.value())
                                        .ifPresent(
                                                name ->
                                                        new ForeignTemplate(job)
                                                                .named(entry, name)));
    }

    /** Names are separated by commas. */
    private String first(Tree.Entry entry) {
        List<String> names =
                switch (entry.value()) {
                    case Tree.Scalar scalar -> List.of(scalar.text().strip().split("\\s*,\\s*"));
                    case Tree.Sequence several ->
                            several.items().stream()
                                    .flatMap(item -> ForeignData.scalar(item).stream())
                                    .toList();
                    case Tree.Mapping mapping -> List.of();
                    case Tree.Broken broken -> List.of();
                };
        if (names.isEmpty()) {
            throw new ImportRefusal("`" + entry.key().text() + "` is empty", "name a data set");
        }
        if (names.size() > 1) {
            job.lost(
                    entry,
                    "a job has one file, and "
                            + (names.size() - 1)
                            + " more data sets are named: "
                            + Shown.oneLine(String.join(", ", names.subList(1, names.size()))),
                    "put the rows into one file; tagwerk data convert brings them into one shape");
        }
        return names.getFirst();
    }

    private Optional<DataFormat> byStage() {
        return job.text("stage").filter("pt"::equals).map(stage -> DataFormat.TEXT);
    }

    private String folder() {
        return job.text("dataset_dir").orElse("data");
    }

    /** What {@code dataset_info.json} says of a name; empty where it is not here. */
    private Optional<Tree.Mapping> info(String name) {
        Optional<Path> file = job.places().find(folder() + "/dataset_info.json");
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (Files.size(file.get()) > Limits.BYTES) {
                return Optional.empty();
            }
            return YamlText.read(Files.readString(file.get()), new Problems("dataset_info.json"))
                    .flatMap(root -> root.entry(name))
                    .map(Tree.Entry::value)
                    .filter(Tree.Mapping.class::isInstance)
                    .map(Tree.Mapping.class::cast);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<String> file(Tree.Mapping info) {
        return info.entry("file_name")
                .flatMap(entry -> ForeignData.scalar(entry.value()))
                .map(name -> folder() + "/" + name)
                .or(
                        () ->
                                info.entry("hf_hub_url")
                                        .flatMap(entry -> ForeignData.scalar(entry.value())));
    }

    private void refuseRanking(Tree.Entry entry, Tree.Mapping info) {
        if (info.entry("ranking").filter(one -> !ForeignJob.isOff(one.value())).isPresent()) {
            job.lost(entry, "its rows are preferences, which this version does not train", "");
        }
    }

    private static DataFormat format(Tree.Mapping info) {
        String formatting =
                info.entry("formatting")
                        .flatMap(entry -> ForeignData.scalar(entry.value()))
                        .orElse("alpaca");
        return switch (formatting) {
            case "sharegpt" -> DataFormat.SHAREGPT;
            case "openai" -> DataFormat.MESSAGES;
            default -> DataFormat.ALPACA;
        };
    }

    /** Its columns and tags have the names that ours have, or that ours also go by. */
    private static Map<String, String> columns(Tree.Mapping info) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (String part : new String[] {"columns", "tags"}) {
            info.entry(part)
                    .map(Tree.Entry::value)
                    .filter(Tree.Mapping.class::isInstance)
                    .map(Tree.Mapping.class::cast)
                    .ifPresent(
                            mapping ->
                                    mapping.entries()
                                            .forEach(
                                                    entry ->
                                                            ForeignData.scalar(entry.value())
                                                                    .ifPresent(
                                                                            name ->
                                                                                    add(
                                                                                            columns,
                                                                                            entry,
                                                                                            name))));
        }
        return columns;
    }

    private static void add(Map<String, String> columns, Tree.Entry entry, String name) {
        Column.of(entry.key().text()).ifPresent(column -> columns.put(column.word(), name));
    }
}
