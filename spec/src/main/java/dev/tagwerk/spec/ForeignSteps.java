package dev.tagwerk.spec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How long and how fast is learnt: epochs, batches, learning rate, warm-up, optimiser, precision.
 */
final class ForeignSteps {
    /** {@code constant_with_warmup} is ours with a warm-up; plain {@code constant} has none. */
    private static final List<String> SCHEDULES =
            List.of("cosine", "linear", "constant", "constant_with_warmup");

    private static final Set<String> ADAMW =
            Set.of(
                    "adamw_torch",
                    "adamw_torch_fused",
                    "adamw_hf",
                    "adamw_apex_fused",
                    "adamw_anyprecision",
                    "adamw_torch_xla",
                    "adamw_torch_npu_fused",
                    "adamw");

    private final ForeignJob job;

    ForeignSteps(ForeignJob job) {
        this.job = job;
    }

    void read() {
        length();
        batch();
        schedule();
        warmup();
        optimiser();
        precision();
        device();
        packing();
        rowLength();
        name();
    }

    private void length() {
        Optional<Tree.Entry> steps =
                job.entry("max_steps").filter(entry -> job.number("max_steps").orElse(-1.0) > 0);
        Optional<Tree.Entry> epochs = job.entry("num_epochs", "num_train_epochs");
        if (steps.isPresent()) {
            job.put(TrainingKeys.STEPS, text(steps.get()), steps.get());
            // with both, transformers counts steps
        } else if (epochs.isPresent()) {
            job.put(TrainingKeys.EPOCHS, text(epochs.get()), epochs.get());
        }
    }

    private void batch() {
        if (job.tool() != ForeignTool.AXOLOTL) {
            return;
        }
        double micro = job.number("micro_batch_size").orElse(0.0);
        Optional<Tree.Entry> one = job.entry("micro_batch_size");
        one.ifPresent(entry -> job.put(TrainingKeys.BATCH_SIZE, text(entry), entry));
        Optional<Tree.Entry> whole = job.entry("batch_size");
        if (whole.isEmpty() || job.entry("gradient_accumulation_steps").isPresent()) {
            return;
        }
        double batches = job.number("batch_size").orElse(0.0) / micro;
        if (batches >= 1 && batches == Math.rint(batches)) {
            job.put(
                    TrainingKeys.GRADIENT_ACCUMULATION_STEPS,
                    String.valueOf((long) batches),
                    whole.get(),
                    "divided by micro_batch_size");
        } else {
            job.lost(
                    whole.get(),
                    "the whole batch is batch_size x gradient_accumulation_steps here",
                    "set both");
        }
    }

    private void schedule() {
        Optional<Tree.Entry> entry = job.entry("lr_scheduler", "lr_scheduler_type");
        if (entry.isEmpty()) {
            return;
        }
        String theirs = text(entry.get()).toLowerCase(Locale.ROOT);
        if (!SCHEDULES.contains(theirs)) {
            job.lost(
                    entry.get(),
                    "the schedule '" + Shown.oneLine(theirs) + "' is not in this version",
                    "the job falls along a cosine; linear and constant are the others");
        }
        String ours =
                !SCHEDULES.contains(theirs)
                        ? "cosine"
                        : theirs.equals("constant_with_warmup") ? "constant" : theirs;
        job.put(TrainingKeys.SCHEDULE, ours, entry.get());
    }

    private void warmup() {
        Optional<Tree.Entry> steps = job.entry("warmup_steps");
        double count = job.number("warmup_steps").orElse(0.0);
        Optional<Tree.Entry> ratio = job.entry("warmup_ratio");
        boolean constant =
                job.text("lr_scheduler", "lr_scheduler_type")
                        .filter("constant"::equals)
                        .isPresent();
        if (constant) {
            job.sheet().put(TrainingKeys.WARMUP_STEPS, "0", "`constant` has no warm-up there");
        } else if (count > 0 && count < 1) {
            // transformers 5: below 1 it is a share
            job.put(TrainingKeys.WARMUP_RATIO, text(steps.orElseThrow()), steps.get());
        } else if (count >= 1) {
            warmupSteps(steps.orElseThrow(), count);
        } else if (ratio.isPresent()) {
            job.put(TrainingKeys.WARMUP_RATIO, text(ratio.get()), ratio.get());
        } else if (steps.isPresent()) {
            job.put(TrainingKeys.WARMUP_STEPS, "0", steps.get());
        }
    }

    private void warmupSteps(Tree.Entry entry, double count) {
        double steps = job.number("max_steps").orElse(-1.0);
        if (steps > 0 && count > steps) {
            job.changed(
                    entry,
                    "the warm-up would outlast the training",
                    "it was cut to " + (long) steps + " steps");
        }
        long written = (long) (steps > 0 ? Math.min(count, steps) : count);
        job.put(TrainingKeys.WARMUP_STEPS, String.valueOf(written), entry);
    }

    private void optimiser() {
        Optional<Tree.Entry> entry = job.entry("optimizer", "optim");
        if (entry.isEmpty()) {
            return;
        }
        String name = text(entry.get()).toLowerCase(Locale.ROOT);
        if (ADAMW.contains(name)) {
            return;
        }
        if (name.contains("adamw") && name.matches(".*(8bit|4bit|bnb|paged|fp8|torchao).*")) {
            job.changed(
                    entry.get(), "its moments are kept in fp32 here, which takes more memory", "");
        } else {
            job.lost(
                    entry.get(),
                    "the optimiser is AdamW, not '" + Shown.oneLine(name) + "'",
                    "look at learning_rate: another optimiser wants another one");
        }
    }

    private void precision() {
        for (String[] word :
                new String[][] {
                    {"bf16", "bf16"},
                    {"pure_bf16", "bf16"},
                    {"bfloat16", "bf16"},
                    {"fp16", "fp16"},
                    {"float16", "fp16"},
                    {"float32", "fp32"}
                }) {
            Optional<Tree.Entry> entry =
                    job.entry(word[0]).filter(one -> !ForeignJob.isOff(one.value()));
            if (entry.isPresent()) {
                boolean auto = text(entry.get()).equals("auto");
                job.put(TrainingKeys.PRECISION, auto ? "auto" : word[1], entry.get());
                return;
            }
        }
        job.entry("torch_dtype", "dtype")
                .ifPresent(
                        entry ->
                                job.put(
                                        TrainingKeys.PRECISION,
                                        switch (text(entry).replaceFirst("^torch\\.", "")) {
                                            case "bfloat16", "bf16" -> "bf16";
                                            case "float16", "fp16", "half" -> "fp16";
                                            case "float32", "fp32", "float" -> "fp32";
                                            case String other -> "auto";
                                        },
                                        entry));
    }

    private void device() {
        if (job.on("use_cpu") || job.on("no_cuda")) {
            job.sheet().put(CommonKeys.DEVICE, "cpu", "use_cpu");
        }
    }

    private void packing() {
        if (job.tool() != ForeignTool.LLAMA_FACTORY) {
            return;
        }
        Optional<Tree.Entry> entry = job.entry("neat_packing", "packing");
        if (job.on("neat_packing") || job.on("packing")) {
            job.put(TrainingKeys.PACKING, "true", entry.orElseThrow());
            if (!job.on("neat_packing")) {
                job.changed(
                        entry.get(),
                        "rows that share a sequence do not see each other here",
                        "nothing needs to be done; it is what neat_packing does");
            }
        }
    }

    private void rowLength() {
        if (job.tool() == ForeignTool.TRL) {
            Optional<Tree.Entry> length = job.entry("max_length", "max_seq_length");
            length.ifPresent(entry -> job.put(TrainingKeys.MAX_LENGTH, text(entry), entry));
            job.root()
                    .entry("max_length")
                    .filter(entry -> length.isEmpty())
                    .ifPresent(
                            entry ->
                                    job.lost(
                                            entry,
                                            "rows always have a longest length here",
                                            "set recipe.max_length; it is 1024 now"));
        }
    }

    private void name() {
        job.text("run_name")
                .map(text -> JobFile.nameOf(java.nio.file.Path.of(text.replace('/', '-'))))
                .ifPresent(name -> job.sheet().put(CommonKeys.NAME, name, "run_name"));
    }

    private static String text(Tree.Entry entry) {
        return entry.value() instanceof Tree.Scalar scalar ? scalar.text().strip() : "";
    }
}
