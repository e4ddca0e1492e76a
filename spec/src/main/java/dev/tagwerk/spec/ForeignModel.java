package dev.tagwerk.spec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The base model, and how it is adapted. */
final class ForeignModel {
    private static final List<String> LINEAR = List.of("all", "all-linear", "all_linear");
    private static final List<String> BITSANDBYTES = List.of("bnb", "bitsandbytes");
    private static final String NO_ROUNDING =
            "the base keeps its own precision, which needs more memory";

    private final ForeignJob job;

    ForeignModel(ForeignJob job) {
        this.job = job;
    }

    void read() {
        model();
        Method method = method();
        if (method.adapts()) {
            targets();
            lists();
            alpha();
            task();
        }
        quantised(method);
    }

    private void model() {
        Optional<Tree.Entry> entry = job.entry("base_model", "model_name_or_path");
        String name = job.text("base_model", "model_name_or_path").orElse("").strip();
        Optional<String> revision =
                job.text("revision_of_model", "model_revision")
                        .filter(text -> !text.equals("main"));
        if (entry.isEmpty() || name.isEmpty()) {
            throw new ImportRefusal(
                    "it names no base model", "add base_model or model_name_or_path");
        }
        Optional<Path> folder = job.places().find(name).filter(Files::isDirectory);
        String text =
                folder.map(job.places()::written)
                        .map(
                                path ->
                                        path.startsWith("/") || path.startsWith(".")
                                                ? path
                                                : "./" + path)
                        .orElse(name + revision.map(at -> "@" + at).orElse(""));
        job.put(CommonKeys.MODEL, text, entry.get());
        if (!job.sheet().has(CommonKeys.MODEL) || text.contains("${{")) {
            throw new ImportRefusal(
                    "its base model '" + Shown.oneLine(name) + "' cannot be one here",
                    "name a folder, or organisation/name");
        }
        if (folder.isEmpty() && !text.contains("/")) {
            job.changed(
                    entry.get(),
                    "is read as a folder here",
                    "a model of the hub has an organisation: organisation/" + Shown.oneLine(name));
        }
    }

    private Method method() {
        return switch (job.tool()) {
            case AXOLOTL -> axolotl();
            case LLAMA_FACTORY -> llamaFactory();
            case TRL -> job.on("use_peft") ? lora("use_peft") : full("use_peft");
        };
    }

    private Method axolotl() {
        String adapter = job.text("adapter").orElse("");
        return switch (adapter) {
            case "lora", "qlora" -> lora("adapter");
            case "" -> full("adapter");
            default ->
                    throw new ImportRefusal(
                            "`adapter: " + Shown.oneLine(adapter) + "` is no LoRA",
                            "lora, qlora or none can be imported");
        };
    }

    private Method llamaFactory() {
        String type = job.text("finetuning_type").orElse("lora");
        return switch (type) {
            case "lora" -> lora("finetuning_type");
            case "full" -> full("finetuning_type");
            default ->
                    throw new ImportRefusal(
                            "`finetuning_type: " + Shown.oneLine(type) + "` is not in this version",
                            "lora or full can be imported");
        };
    }

    private Method lora(String key) {
        String comment = job.entry(key).map(entry -> key).orElse(job.tool().title() + "'s default");
        Optional<Tree.Entry> four = bits(4, "load_in_4bit");
        Optional<Tree.Entry> eight = bits(8, "load_in_8bit");
        boolean named = job.text("adapter").filter("qlora"::equals).isPresent();
        if (four.isEmpty() && eight.isEmpty() && !named) {
            job.sheet().put(TrainingKeys.METHOD, Method.LORA.word(), comment);
            return Method.LORA;
        }
        job.sheet().put(TrainingKeys.METHOD, Method.QLORA.word(), comment);
        boolean int8 = four.isEmpty() && !named;
        Optional<Tree.Entry> from = four.or(() -> eight).or(() -> job.entry("adapter"));
        from.ifPresent(entry -> job.put(TrainingKeys.QUANTIZATION, int8 ? "int8" : "nf4", entry));
        if (!int8) {
            nf4();
        }
        return Method.QLORA;
    }

    private Optional<Tree.Entry> bits(int bits, String flag) {
        return job.entry(flag)
                .filter(entry -> !ForeignJob.isOff(entry.value()))
                .or(
                        () ->
                                job.entry("quantization_bit")
                                        .filter(
                                                entry ->
                                                        job.number("quantization_bit")
                                                                .filter(count -> count == bits)
                                                                .isPresent()));
    }

    private void nf4() {
        job.entry("double_quantization", "use_bnb_nested_quant")
                .ifPresent(
                        entry ->
                                job.put(
                                        TrainingKeys.DOUBLE_QUANTIZATION,
                                        ForeignJob.isOff(entry.value()) ? "false" : "true",
                                        entry));
        if (job.tool() == ForeignTool.TRL) {
            job.assume(TrainingKeys.DOUBLE_QUANTIZATION, "false", "use_bnb_nested_quant");
        }
        job.text("bnb_4bit_quant_type")
                .filter(type -> !type.equals("nf4"))
                .flatMap(type -> job.entry("bnb_4bit_quant_type"))
                .ifPresent(entry -> job.lost(entry, "weights of 4 bits are nf4 here", ""));
    }

    private Method full(String key) {
        String comment = job.entry(key).isPresent() ? key : "no adapter is asked for";
        job.sheet().put(TrainingKeys.METHOD, Method.FULL.word(), comment);
        return Method.FULL;
    }

    /** Numbers of bits that are neither 4 nor 8, and bits without an adapter. */
    private void quantised(Method method) {
        for (String name : new String[] {"load_in_8bit", "load_in_4bit", "quantization_bit"}) {
            job.entry(name)
                    .filter(entry -> !ForeignJob.isOff(entry.value()))
                    .filter(entry -> method != Method.QLORA)
                    .ifPresent(entry -> job.lost(entry, NO_ROUNDING, ""));
        }
        if (job.tool() == ForeignTool.LLAMA_FACTORY) {
            anotherRounding(method);
        }
    }

    private void anotherRounding(Method method) {
        Optional<Tree.Entry> entry =
                job.entry("quantization_method").filter(one -> !ForeignJob.isOff(one.value()));
        String asked = job.text("quantization_method").orElse("").strip();
        if (entry.isEmpty() || BITSANDBYTES.contains(asked.toLowerCase(Locale.ROOT))) {
            return;
        }
        if (method == Method.QLORA) {
            job.changed(
                    entry.get(),
                    "the base is rounded as bitsandbytes does it, not by " + Shown.oneLine(asked),
                    "compare the results; what another rounding leaves is another base");
        } else {
            job.lost(entry.get(), NO_ROUNDING, "");
        }
    }

    private void targets() {
        Optional<Tree.Entry> linear =
                job.entry("lora_target_linear").filter(entry -> !ForeignJob.isOff(entry.value()));
        Optional<Tree.Entry> named = job.entry("lora_target_modules", "lora_target");
        if (linear.isPresent()) {
            job.put(TrainingKeys.TARGETS, "all-linear", linear.get());
            return;
        }
        if (named.isEmpty()) {
            unnamed();
            return;
        }
        List<String> names = names(named.get().value());
        if (named.get().value() instanceof Tree.Scalar scalar
                && TargetsType.isRegex(scalar.text())) {
            job.put(TrainingKeys.TARGETS, scalar.text(), named.get());
            return;
        }
        Optional<String> complaint =
                names.size() == 1 && LINEAR.contains(names.getFirst())
                        ? job.sheet()
                                .put(TrainingKeys.TARGETS, "all-linear", named.get().key().text())
                        : job.sheet().put(TrainingKeys.TARGETS, names, named.get().key().text());
        complaint.ifPresent(
                why ->
                        job.lost(
                                named.get(),
                                "`recipe.targets` " + why,
                                "all-linear is what the job does now"));
    }

    /** Of a LoRA in TRL: reward models have another. */
    private void task() {
        job.text("lora_task_type")
                .filter(type -> !type.equals("CAUSAL_LM"))
                .flatMap(type -> job.entry("lora_task_type"))
                .ifPresent(entry -> job.lost(entry, "a language model is trained", ""));
    }

    private void lists() {
        list(TrainingKeys.LAYERS, "peft_layers_to_transform");
        list(TrainingKeys.TRAINABLE_TOKEN_INDICES, "peft_trainable_token_indices");
        list(TrainingKeys.MODULES_TO_SAVE, "lora_modules_to_save", "additional_target");
    }

    private void list(Key<?> ours, String... theirs) {
        Optional<Tree.Entry> entry = job.entry(theirs);
        if (entry.isPresent() && entry.get().value() instanceof Tree.Mapping) {
            job.lost(entry.get(), "`" + ours.path() + "` is one list", "");
        } else if (entry.isPresent() && !ForeignJob.isOff(entry.get().value())) {
            job.sheet()
                    .put(ours, names(entry.get().value()), entry.get().key().text())
                    .ifPresent(why -> job.lost(entry.get(), "`" + ours.path() + "` " + why, ""));
        }
    }

    private void unnamed() {
        if (job.tool() == ForeignTool.TRL) {
            // PEFT's own choice for Llama, Mistral, Qwen and Gemma (peft/utils/constants.py)
            job.sheet()
                    .put(
                            TrainingKeys.TARGETS,
                            List.of("q_proj", "v_proj"),
                            "PEFT's default for most models");
        }
    }

    private static List<String> names(Tree value) {
        List<String> names = new ArrayList<>();
        switch (value) {
            case Tree.Scalar scalar ->
                    names.addAll(List.of(scalar.text().strip().split("\\s*,\\s*")));
            case Tree.Sequence sequence ->
                    sequence.items().forEach(item -> names.addAll(names(item)));
            case Tree.Mapping mapping -> {}
            case Tree.Broken broken -> {}
        }
        return names.stream().distinct().toList();
    }

    /** LLaMA-Factory's alpha is twice the rank when it is not given. */
    private void alpha() {
        if (job.tool() == ForeignTool.LLAMA_FACTORY && job.entry("lora_alpha").isEmpty()) {
            double rank = job.number("lora_rank").orElse(8.0);
            job.assume(TrainingKeys.ALPHA, String.valueOf(2 * rank), "lora_alpha");
        }
    }
}
