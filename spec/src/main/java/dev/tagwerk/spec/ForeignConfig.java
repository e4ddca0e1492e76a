package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The door for other tools' configurations: reads one, writes a job that trains the same way, and
 * lists what did not carry over. Stateless.
 */
public final class ForeignConfig {
    /** Keys that one tool has and the others do not. */
    private static final Map<ForeignTool, List<String>> MARKS =
            new EnumMap<>(
                    Map.of(
                            ForeignTool.AXOLOTL,
                            List.of(
                                    "base_model",
                                    "adapter",
                                    "sequence_len",
                                    "micro_batch_size",
                                    "num_epochs",
                                    "sample_packing",
                                    "lora_target_linear",
                                    "val_set_size",
                                    "dataset_prepared_path",
                                    "lr_scheduler",
                                    "flash_attention",
                                    "rl"),
                            ForeignTool.LLAMA_FACTORY,
                            List.of(
                                    "stage",
                                    "finetuning_type",
                                    "template",
                                    "cutoff_len",
                                    "lora_target",
                                    "lora_rank",
                                    "dataset",
                                    "dataset_dir",
                                    "neat_packing",
                                    "val_size",
                                    "plot_loss",
                                    "quantization_bit"),
                            ForeignTool.TRL,
                            List.of(
                                    "dataset_name",
                                    "use_peft",
                                    "max_seq_length",
                                    "max_length",
                                    "dataset_text_field",
                                    "lora_target_modules",
                                    "dtype",
                                    "torch_dtype",
                                    "assistant_only_loss",
                                    "completion_only_loss",
                                    "dataset_train_split",
                                    "load_in_4bit")));

    private ForeignConfig() {}

    /**
     * Reads a configuration.
     *
     * @param file the configuration, YAML or JSON
     * @param tool whose it is; told from its keys when empty
     * @param directory the current folder, in which such tools are usually started
     * @param job where the job file will lie; its folder is where the job's paths start
     */
    public static Imported read(Path file, Optional<ForeignTool> tool, Path directory, Path job) {
        Problems problems = new Problems(file.toString());
        Optional<Tree.Mapping> root =
                JobFile.load(file, problems).flatMap(text -> YamlText.read(text, problems));
        if (root.isEmpty() || !problems.isEmpty()) {
            return new Imported.Unreadable(problems.inOrder());
        }
        List<ImportNote> notes = new ArrayList<>();
        Tree.Mapping read = new ForeignReading(notes).read(root.get());
        Optional<ForeignTool> known = tool.isPresent() ? tool : tell(read);
        if (known.isEmpty()) {
            return new Imported.Refused(
                    Optional.empty(),
                    "whose configuration this is cannot be told: it has none of the keys that mark"
                            + " one of axolotl, LLaMA-Factory or TRL, or as many of several",
                    "--from axolotl, llama-factory or trl says it");
        }
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), directory);
        Path target = Objects.requireNonNullElse(job.toAbsolutePath().getParent(), directory);
        ForeignJob work =
                new ForeignJob(
                        known.get(),
                        read,
                        new JobSheet(target),
                        new ForeignPlaces(List.of(folder, directory), target),
                        notes);
        try {
            translate(work);
        } catch (ImportRefusal refusal) {
            return new Imported.Refused(
                    known, String.valueOf(refusal.getMessage()), refusal.remedy());
        }
        return written(work, file, job, notes);
    }

    /** Whose keys there are most of; empty when nobody's, or several tools' alike. */
    static Optional<ForeignTool> tell(Tree.Mapping root) {
        return tell(root.entries().stream().map(entry -> entry.key().text()).toList(), 1);
    }

    /**
     * Whose configuration has these keys; empty when nobody's, or several tools' alike.
     *
     * @param keys a file's top keys
     * @param least how many of a tool's own keys it takes
     */
    public static Optional<ForeignTool> tell(Collection<String> keys, int least) {
        Map<ForeignTool, Long> counts = new EnumMap<>(ForeignTool.class);
        MARKS.forEach(
                (tool, marks) -> counts.put(tool, marks.stream().filter(keys::contains).count()));
        long most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0L);
        List<ForeignTool> best =
                counts.keySet().stream()
                        .filter(tool -> Objects.equals(counts.get(tool), most))
                        .toList();
        return most >= least && best.size() == 1 ? Optional.of(best.getFirst()) : Optional.empty();
    }

    private static void translate(ForeignJob job) {
        stage(job);
        job.refuse();
        new ForeignModel(job).read();
        job.sheet().put(CommonKeys.TASK, Task.CAUSAL_LM.word(), "");
        new ForeignSteps(job).read();
        new ForeignData(job).read();
        new ForeignEvaluation(job).read();
        job.rest();
        ForeignDefaults.fill(job);
    }

    /** Whether it is a supervised training at all. */
    private static void stage(ForeignJob job) {
        String stage = job.text("stage").orElse("sft");
        if (job.tool() == ForeignTool.LLAMA_FACTORY
                && !stage.equals("sft")
                && !stage.equals("pt")) {
            throw new ImportRefusal(
                    "`stage: " + Shown.oneLine(stage) + "` is not in this version",
                    "sft and pt can be imported");
        }
        boolean trains = job.entry("do_train").map(entry -> job.on("do_train")).orElse(true);
        if (job.entry("export_dir").isPresent() && job.entry("dataset").isEmpty()) {
            throw new ImportRefusal(
                    "it merges an adapter, it trains nothing", "tagwerk models merge");
        }
        if (!trains || (job.on("do_predict") && job.entry("do_train").isEmpty())) {
            throw new ImportRefusal(
                    "it trains nothing", "take a configuration with do_train: true");
        }
    }

    private static Imported written(ForeignJob work, Path file, Path job, List<ImportNote> notes) {
        List<ImportNote> sorted =
                notes.stream()
                        .sorted(
                                Comparator.comparing(ImportNote::kind)
                                        .thenComparingInt(ImportNote::line))
                        .toList();
        String text =
                work.sheet()
                        .text(
                                ImportHead.text(
                                        String.valueOf(file.getFileName()),
                                        "a configuration of " + work.tool().title(),
                                        sorted));
        // What ~ means is decided where the job runs.
        return switch (JobFile.parse(text, job, Map.of("HOME", "/"), Map.of())) {
            case Parsed.Valid valid -> new Imported.Written(work.tool(), text, sorted);
            case Parsed.Invalid invalid ->
                    new Imported.Refused(
                            Optional.of(work.tool()),
                            "no valid job comes of it: " + invalid.problems().getFirst().message(),
                            "write the job by hand: tagwerk init");
        };
    }
}
