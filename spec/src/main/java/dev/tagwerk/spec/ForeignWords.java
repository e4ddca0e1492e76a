package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Keys that users of other trainers write, and what says the same here. */
final class ForeignWords {
    /**
     * One word.
     *
     * @param ours what to write instead, as a path; empty when nothing here does the same
     * @param remark how the meanings differ; may be empty
     */
    record ForeignWord(String word, List<ForeignTool> tools, String ours, String remark) {
        String hint() {
            String whose =
                    String.join(" and ", tools.stream().map(tool -> tool.title() + "'s").toList());
            String first = "`" + word + "` is " + whose + " word; ";
            String second = ours.isEmpty() ? remark : "here it is `" + ours + "`";
            return first + second + (ours.isEmpty() || remark.isEmpty() ? "" : ": " + remark);
        }
    }

    private static final ForeignTool AX = ForeignTool.AXOLOTL;
    private static final ForeignTool LF = ForeignTool.LLAMA_FACTORY;
    private static final ForeignTool HF = ForeignTool.TRL;
    private static final List<ForeignWord> ALL = new ArrayList<>();

    static {
        add("base_model", "model", "", AX);
        add("model_name_or_path", "model", "", LF, HF);
        add("model_revision", "model", "write organisation/name@revision", LF, HF);
        add("revision_of_model", "model", "write organisation/name@revision", AX);
        add("adapter", "recipe.method", "lora or full", AX);
        add("finetuning_type", "recipe.method", "", LF);
        add("stage", "task", "", LF);
        add("do_train", "kind", "training", LF, HF);
        add("use_peft", "recipe.method", "lora or full", HF);
        add("lora_r", "recipe.rank", "", AX, HF);
        add("lora_rank", "recipe.rank", "", LF);
        add("r", "recipe.rank", "", HF);
        add("lora_alpha", "recipe.alpha", "", AX, LF, HF);
        add("lora_dropout", "recipe.dropout", "", AX, LF, HF);
        add("lora_target_modules", "recipe.targets", "", AX, HF);
        add("lora_target_linear", "recipe.targets", "all-linear", AX);
        add("lora_target", "recipe.targets", "a list, or all-linear for `all`", LF);
        add("target_modules", "recipe.targets", "", HF);
        add("peft_use_rslora", "recipe.rslora", "", AX);
        add("peft_layers_to_transform", "recipe.layers", "", AX);
        add("lora_modules_to_save", "recipe.modules_to_save", "", AX, HF);
        add("additional_target", "recipe.modules_to_save", "", LF);
        add("layers_to_transform", "recipe.layers", "", HF);
        add("peft_trainable_token_indices", "recipe.trainable_token_indices", "a list", AX);
        add("ensure_weight_tying", "", "tied matrices are trained apart: remove it", HF);
        add("layers_pattern", "", "these models have one list of blocks: remove it", HF);
        add("use_rslora", "recipe.rslora", "", LF, HF);
        add("num_epochs", "recipe.epochs", "", AX);
        add("num_train_epochs", "recipe.epochs", "", LF, HF);
        add("max_steps", "recipe.steps", "", AX, LF, HF);
        add("micro_batch_size", "recipe.batch_size", "", AX);
        add("per_device_train_batch_size", "recipe.batch_size", "", LF, HF);
        add("per_device_eval_batch_size", "recipe.batch_size", "one size serves both", LF, HF);
        add("eval_batch_size", "recipe.batch_size", "one size serves both", AX);
        add("lr", "recipe.learning_rate", "", AX);
        add("lr_scheduler", "recipe.schedule", "", AX);
        add("lr_scheduler_type", "recipe.schedule", "", LF, HF);
        add("optim", "", "the optimiser here is always AdamW: remove it", LF, HF);
        add("optimizer", "", "the optimiser here is always AdamW: remove it", AX);
        add("sequence_len", "recipe.max_length", "", AX);
        add("cutoff_len", "recipe.max_length", "", LF);
        add("max_seq_length", "recipe.max_length", "", HF);
        add("sample_packing", "recipe.packing", "", AX);
        add("neat_packing", "recipe.packing", "rows never see each other here", LF);
        add("bf16", "recipe.precision", "bf16", AX, LF, HF);
        add("fp16", "recipe.precision", "fp16", AX, LF, HF);
        add("tf32", "recipe.precision", "auto", AX, HF);
        add("pure_bf16", "recipe.precision", "bf16", LF);
        add("torch_dtype", "recipe.precision", "", AX, HF);
        add("dtype", "recipe.precision", "", HF);
        add("load_in_4bit", "recipe.method", "qlora, with quantization: nf4", AX, HF);
        add("load_in_8bit", "recipe.method", "qlora, with quantization: int8", AX, HF);
        add(
                "quantization_bit",
                "recipe.quantization",
                "4 is nf4, 8 is int8, with method: qlora",
                LF);
        add("use_bnb_nested_quant", "recipe.double_quantization", "", HF);
        add("val_set_size", "data.validation_fraction", "", AX);
        add("val_size", "data.validation_fraction", "", LF);
        add("datasets", "data.train", "the path of one data file", AX);
        add("test_datasets", "data.validation", "the path of one data file", AX);
        add("dataset", "data.train", "the path of one data file", LF);
        add("dataset_name", "data.train", "the path of one data file", HF);
        add("dataset_path", "data.train", "", AX);
        add("train_file", "data.train", "", HF);
        add("eval_dataset", "data.validation", "the path of one data file", LF);
        add("validation_file", "data.validation", "", HF);
        add("evals_per_epoch", "recipe.eval_steps", "counted in steps", AX);
        add("eval_strategy", "recipe.eval_steps", "counted in steps; 0 is at the end only", LF, HF);
        add("evaluation_strategy", "recipe.eval_steps", "counted in steps", LF, HF);
        add("load_best_model_at_end", "recipe.keep_best", "", LF, HF);
        add("save_steps", "checkpoints.every_steps", "", AX, LF, HF);
        add("saves_per_epoch", "checkpoints.every_steps", "counted in steps", AX);
        add("save_strategy", "checkpoints.every_steps", "counted in steps", LF, HF);
        add("save_total_limit", "checkpoints.keep", "", AX, LF, HF);
        add("resume_from_checkpoint", "", "a run resumes by itself: remove it", AX, LF, HF);
        add("auto_resume_from_checkpoints", "", "a run resumes by itself: remove it", AX);
        add("output_dir", "", "every run has a folder of its own: remove it", AX, LF, HF);
        add("overwrite_output_dir", "", "every run has a folder of its own: remove it", LF);
        add("logging_steps", "", "every step is logged: remove it", AX, LF, HF);
        add("report_to", "", "runs export --tensorboard converts the log: remove it", LF, HF);
        add("flash_attention", "", "attention needs no switch here: remove it", AX);
        add("flash_attn", "", "attention needs no switch here: remove it", LF);
        add("attn_implementation", "", "attention needs no switch here: remove it", HF);
        add("train_on_inputs", "data.format", "prompt-completion learns the completion only", AX);
        add("completion_only_loss", "data.format", "prompt-completion already does", HF);
        add("template", "data.chat_template", "the model's own is the default", LF);
        add("ddp_timeout", "resources.process_timeout", "with its unit: 1800s", LF, HF);
        add("deepspeed", "", "every process holds the whole model: remove it", AX, LF, HF);
        add("fsdp", "", "every process holds the whole model: remove it", AX, HF);
    }

    private ForeignWords() {}

    private static void add(String word, String ours, String remark, ForeignTool... tools) {
        ALL.add(new ForeignWord(word, Arrays.asList(tools), ours, remark));
    }

    static List<ForeignWord> all() {
        return List.copyOf(ALL);
    }

    static Optional<ForeignWord> find(String word) {
        return ALL.stream().filter(known -> known.word().equals(word)).findFirst();
    }
}
