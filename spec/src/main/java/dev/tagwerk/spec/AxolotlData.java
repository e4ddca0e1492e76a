package dev.tagwerk.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The {@code datasets} of axolotl: a list of mappings with path, type and fields. */
final class AxolotlData {
    private static final Set<String> KNOWN =
            Set.of(
                    "path",
                    "type",
                    "ds_type",
                    "data_files",
                    "field",
                    "text_column",
                    "field_messages",
                    "message_property_mappings",
                    "message_field_role",
                    "message_field_content",
                    "trust_remote_code",
                    "chat_template",
                    "chat_template_jinja");

    private final ForeignJob job;
    private final ForeignData data;

    AxolotlData(ForeignJob job, ForeignData data) {
        this.job = job;
        this.data = data;
    }

    void read() {
        job.entry("datasets", "pretraining_dataset").ifPresent(this::train);
        job.entry("test_datasets")
                .flatMap(entry -> first(entry).map(one -> Map.entry(entry, one)))
                .ifPresent(
                        found ->
                                path(found.getValue())
                                        .ifPresent(
                                                path ->
                                                        data.file(
                                                                TrainingKeys.VALIDATION,
                                                                found.getKey(),
                                                                path)));
        job.entry("train_on_inputs")
                .filter(entry -> !ForeignJob.isOff(entry.value()))
                .ifPresent(data::everything);
        template();
    }

    /** The template of the first data set comes before that of the whole configuration. */
    private void template() {
        Optional<Tree.Mapping> own =
                job.entry("datasets")
                        .flatMap(this::firstOf)
                        .filter(set -> text(set, "chat_template").isPresent());
        Tree.Mapping said = own.orElseGet(job::root);
        Optional<Tree.Entry> jinja =
                said.entry("chat_template_jinja").filter(entry -> !ForeignJob.isOff(entry.value()));
        Optional<Tree.Entry> named =
                said.entry("chat_template").filter(entry -> !ForeignJob.isOff(entry.value()));
        Optional<Tree.Entry> used = jinja.isPresent() ? jinja : named;
        if (used.isEmpty()) {
            return;
        }
        Tree.Entry entry = used.get();
        String text = ForeignData.scalar(entry.value()).orElse("");
        Optional<String> format = job.sheet().value(CommonKeys.FORMAT);
        if (format.filter(shape -> shape.equals("alpaca") || shape.equals("text")).isPresent()) {
            job.changed(entry, "is for conversations, and the rows are " + format.get(), "");
        } else if (jinja.isPresent()) {
            new ForeignTemplate(job).jinja(entry, text);
        } else if (text.startsWith("tokenizer_default_fallback_")) {
            job.changed(
                    entry,
                    "the model's own template is used; nothing is fallen back to",
                    "for a model that has none: data.chat_template: "
                            + Shown.oneLine(
                                    text.substring("tokenizer_default_fallback_".length())));
        } else if (!text.equals("tokenizer_default")) {
            new ForeignTemplate(job).named(entry, text);
        }
    }

    private Optional<Tree.Mapping> firstOf(Tree.Entry entry) {
        return entry.value() instanceof Tree.Sequence several
                        && !several.items().isEmpty()
                        && several.items().getFirst() instanceof Tree.Mapping one
                ? Optional.of(one)
                : Optional.empty();
    }

    private Optional<Tree.Mapping> first(Tree.Entry entry) {
        return switch (entry.value()) {
            case Tree.Sequence several -> {
                data.several(entry, several);
                yield several.items().getFirst() instanceof Tree.Mapping one
                        ? Optional.of(one)
                        : Optional.empty();
            }
            case Tree.Mapping one -> Optional.of(one);
            case Tree.Scalar path ->
                    Optional.of(
                            new Tree.Mapping(
                                    path.at(), List.of(new Tree.Entry(entry.key(), path))));
            case Tree.Broken broken -> Optional.empty();
        };
    }

    private static Optional<String> path(Tree.Mapping set) {
        return text(set, "data_files")
                .or(() -> text(set, "path"))
                .or(() -> text(set, "pretraining_dataset"));
    }

    /** A text, or the first of a list of texts. */
    private static Optional<String> text(Tree.Mapping set, String name) {
        return set.entry(name)
                .map(Tree.Entry::value)
                .map(
                        value ->
                                value instanceof Tree.Sequence several && !several.items().isEmpty()
                                        ? several.items().getFirst()
                                        : value)
                .flatMap(ForeignData::scalar);
    }

    private void train(Tree.Entry entry) {
        Optional<Tree.Mapping> set = first(entry);
        if (set.isEmpty() || path(set.get()).isEmpty()) {
            return;
        }
        Optional<DataFormat> format = format(set.get(), entry);
        data.train(entry, path(set.get()).get(), format);
        Map<String, String> columns = columns(set.get());
        // the names that the shape has anyway
        boolean sharegpt = format.equals(Optional.of(DataFormat.SHAREGPT));
        columns.remove("role", sharegpt ? "from" : "role");
        columns.remove("content", sharegpt ? "value" : "content");
        job.columns(columns, entry);
        for (Tree.Entry field : set.get().entries()) {
            String name = field.key().text();
            if (!KNOWN.contains(name)
                    && !name.equals("pretraining_dataset")
                    && !ForeignJob.isOff(field.value())) {
                job.lost(
                        new Tree.Entry(
                                new Tree.Scalar(
                                        field.key().at(), "datasets[0]." + name, Tree.Style.QUOTED),
                                field.value()),
                        "a job's data has no such setting",
                        "make a file that holds what is to be learnt");
            }
        }
    }

    private Optional<DataFormat> format(Tree.Mapping set, Tree.Entry entry) {
        Optional<Tree.Entry> type = set.entry("type");
        String word = type.map(Tree.Entry::value).flatMap(ForeignData::scalar).orElse("");
        boolean conversations =
                text(set, "field_messages").filter("conversations"::equals).isPresent();
        return switch (word.replaceFirst("[:.].*", "")) {
            case "alpaca" -> Optional.of(DataFormat.ALPACA);
            case "sharegpt" -> Optional.of(DataFormat.SHAREGPT);
            case "chat_template" ->
                    Optional.of(conversations ? DataFormat.SHAREGPT : DataFormat.MESSAGES);
            case "completion", "pretrain" -> Optional.of(DataFormat.TEXT);
            case "" ->
                    entry.key().text().equals("pretraining_dataset")
                            ? Optional.of(DataFormat.TEXT)
                            : Optional.empty();
            default -> {
                job.lost(
                        entry,
                        "rows of type '" + Shown.oneLine(word) + "' are not known here",
                        "the shape is told from the first row; tagwerk data check shows it");
                yield Optional.empty();
            }
        };
    }

    private static Map<String, String> columns(Tree.Mapping set) {
        Map<String, String> columns = new LinkedHashMap<>();
        text(set, "field")
                .or(() -> text(set, "text_column"))
                .filter(name -> !name.equals("text"))
                .ifPresent(name -> columns.put("text", name));
        text(set, "field_messages")
                .filter(name -> !name.equals("messages") && !name.equals("conversations"))
                .ifPresent(name -> columns.put("messages", name));
        for (String part : new String[] {"role", "content"}) {
            set.entry("message_property_mappings")
                    .map(Tree.Entry::value)
                    .filter(Tree.Mapping.class::isInstance)
                    .flatMap(mapping -> ((Tree.Mapping) mapping).entry(part))
                    .flatMap(entry -> ForeignData.scalar(entry.value()))
                    .or(() -> text(set, "message_field_" + part))
                    .ifPresent(name -> columns.put(part, name));
        }
        return columns;
    }
}
