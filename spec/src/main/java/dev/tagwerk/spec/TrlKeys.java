package dev.tagwerk.spec;

/** What {@code trl sft --config} reads: SFTConfig, ScriptArguments and ModelConfig. */
final class TrlKeys {
    private static final String NOT_SFT =
            "it belongs to another of TRL's trainers, and this version does supervised"
                    + " fine-tuning only";

    static final ForeignKeys TABLE =
            new ForeignKeys()
                    .with("model_name_or_path", "", CommonKeys.MODEL)
                    .with("model_revision", "", CommonKeys.MODEL)
                    .with("use_peft", "lora; without it full", TrainingKeys.METHOD)
                    .with(
                            "load_in_4bit",
                            "qlora with nf4",
                            TrainingKeys.METHOD,
                            TrainingKeys.QUANTIZATION)
                    .with(
                            "load_in_8bit",
                            "qlora with int8",
                            TrainingKeys.METHOD,
                            TrainingKeys.QUANTIZATION)
                    .with("use_bnb_nested_quant", "", TrainingKeys.DOUBLE_QUANTIZATION)
                    .with("bnb_4bit_quant_type", "nf4", TrainingKeys.QUANTIZATION)
                    .same("lora_r", TrainingKeys.RANK)
                    .same("lora_alpha", TrainingKeys.ALPHA)
                    .same("lora_dropout", TrainingKeys.DROPOUT)
                    .with("lora_target_modules", "", TrainingKeys.TARGETS)
                    .same("use_rslora", TrainingKeys.RSLORA)
                    .with("lora_task_type", "CAUSAL_LM")
                    .with("lora_modules_to_save", "", TrainingKeys.MODULES_TO_SAVE)
                    .with("max_length", "", TrainingKeys.MAX_LENGTH)
                    .with("max_seq_length", "", TrainingKeys.MAX_LENGTH)
                    .same("packing", TrainingKeys.PACKING)
                    .with("torch_dtype", "", TrainingKeys.PRECISION)
                    .with("dtype", "", TrainingKeys.PRECISION)
                    .with(
                            "dataset_name",
                            "a file; those of the hub are not fetched",
                            TrainingKeys.TRAIN)
                    .with("datasets", "the first one", TrainingKeys.TRAIN)
                    .with("dataset_text_field", "the text's column", CommonKeys.COLUMNS)
                    .with("assistant_only_loss", "answers only are learnt")
                    .with("completion_only_loss", "answers only are learnt")
                    .with("do_train", "", CommonKeys.KIND)
                    .needless(
                            "attention needs no switch",
                            "attn_implementation",
                            "use_flash_attention_2",
                            "padding_free",
                            "pad_to_multiple_of",
                            "packing_strategy",
                            "eval_packing",
                            "dataset_num_proc",
                            "dataset_batch_size",
                            "dataset_kwargs",
                            "shuffle_dataset",
                            "bnb_4bit_quant_storage",
                            "activation_offloading",
                            "gradient_checkpointing_use_reentrant",
                            "ignore_bias_buffers")
                    .lost(
                            "one file holds the rows",
                            "name a file with the rows",
                            "dataset_config",
                            "dataset_train_split",
                            "dataset_test_split",
                            "dataset_streaming")
                    .lost("a LoRA of another kind", "", "use_dora", "lora_target_parameters")
                    .with("chat_template_path", "a file", CommonKeys.CHAT_TEMPLATE)
                    .lost(
                            "the tokenizer says which tokens end a text",
                            "",
                            "eos_token",
                            "pad_token")
                    .with("loss_type", "nll")
                    .lost("the model is loaded as it is", "", "model_init_kwargs")
                    .refused(
                            NOT_SFT,
                            "take the configuration of a supervised run",
                            "reward_funcs",
                            "reward_model_name_or_path",
                            "beta",
                            "ref_model",
                            "reference_free",
                            "num_generations",
                            "desirable_weight",
                            "undesirable_weight",
                            "precompute_ref_log_probs",
                            "label_smoothing",
                            "max_prompt_length",
                            "max_completion_length")
                    .also(TransformersKeys.TABLE);

    private TrlKeys() {}
}
