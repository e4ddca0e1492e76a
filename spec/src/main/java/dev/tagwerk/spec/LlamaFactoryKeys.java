package dev.tagwerk.spec;

/** The keys of a LLaMA-Factory configuration. */
final class LlamaFactoryKeys {
    private static final String ANOTHER_OPTIMISER = "the optimiser is AdamW";

    static final ForeignKeys TABLE =
            new ForeignKeys()
                    .with("model_name_or_path", "", CommonKeys.MODEL)
                    .with("model_revision", "", CommonKeys.MODEL)
                    .with("stage", "sft and pt; rm, ppo, dpo and kto are refused", CommonKeys.TASK)
                    .with("do_train", "", CommonKeys.KIND)
                    .with(
                            "finetuning_type",
                            "lora, full; freeze and oft are refused",
                            TrainingKeys.METHOD)
                    .with(
                            "quantization_bit",
                            "4 is qlora with nf4, 8 with int8",
                            TrainingKeys.METHOD,
                            TrainingKeys.QUANTIZATION)
                    .with(
                            "quantization_method",
                            "bnb; another is named and becomes bnb's",
                            TrainingKeys.QUANTIZATION)
                    .with("double_quantization", "", TrainingKeys.DOUBLE_QUANTIZATION)
                    .same("lora_rank", TrainingKeys.RANK)
                    .same("lora_alpha", TrainingKeys.ALPHA)
                    .same("lora_dropout", TrainingKeys.DROPOUT)
                    .with("lora_target", "", TrainingKeys.TARGETS)
                    .same("use_rslora", TrainingKeys.RSLORA)
                    .with("additional_target", "", TrainingKeys.MODULES_TO_SAVE)
                    .same("cutoff_len", TrainingKeys.MAX_LENGTH)
                    .with("packing", "", TrainingKeys.PACKING)
                    .with("neat_packing", "", TrainingKeys.PACKING)
                    .with("pure_bf16", "", TrainingKeys.PRECISION)
                    .with(
                            "dataset",
                            "the first one; file and columns from dataset_info.json",
                            TrainingKeys.TRAIN,
                            CommonKeys.FORMAT,
                            CommonKeys.COLUMNS)
                    .with("dataset_dir", "where dataset_info.json lies", TrainingKeys.TRAIN)
                    .with("eval_dataset", "the first one", TrainingKeys.VALIDATION)
                    .with("val_size", "below 1", TrainingKeys.VALIDATION_FRACTION)
                    .with(
                            "template",
                            "chatml, llama3, gemma, or the model's own",
                            CommonKeys.CHAT_TEMPLATE)
                    .with("train_on_prompt", "answers only are learnt")
                    .with("do_predict", "")
                    .with("export_dir", "")
                    .needless(
                            "rows are read without helper processes",
                            "preprocessing_num_workers",
                            "preprocessing_batch_size",
                            "overwrite_cache",
                            "tokenized_path",
                            "media_dir",
                            "buffer_size",
                            "streaming")
                    .needless("attention needs no switch", "flash_attn", "enable_liger_kernel")
                    .needless(
                            "every step is logged",
                            "plot_loss",
                            "include_effective_tokens_per_second",
                            "use_swanlab",
                            "swanlab_project",
                            "swanlab_run_name",
                            "swanlab_workspace",
                            "swanlab_mode",
                            "swanlab_logdir",
                            "badam_verbose",
                            "predict_with_generate",
                            "compute_accuracy",
                            "eval_on_each_dataset")
                    .needless(
                            "memory is handled in another way",
                            "disable_gradient_checkpointing",
                            "upcast_layernorm",
                            "upcast_lmhead_output",
                            "use_unsloth",
                            "use_mca",
                            "freeze_vision_tower",
                            "freeze_multi_modal_projector",
                            "freeze_language_model",
                            "use_unsloth_gc",
                            "use_reentrant_gc",
                            "print_param_status",
                            "create_new_adapter",
                            "ignore_pad_token_for_loss")
                    .lost(
                            "a job takes all rows of its file",
                            "make a shorter file",
                            "max_samples",
                            "mix_strategy",
                            "interleave_probs")
                    .lost(
                            "every answer of a chat is learnt",
                            "keep one answer per row",
                            "mask_history")
                    .lost(
                            "a LoRA of another kind",
                            "",
                            "use_dora",
                            "pissa_init",
                            "pissa_iter",
                            "pissa_convert",
                            "loraplus_lr_ratio",
                            "loraplus_lr_embedding",
                            "use_llama_pro")
                    .lost(
                            "it belongs to another finetuning_type than lora and full",
                            "",
                            "freeze_trainable_layers",
                            "freeze_trainable_modules",
                            "freeze_extra_modules",
                            "module_dropout",
                            "oft_rank",
                            "oft_block_size",
                            "oft_target")
                    .lost("adapters begin anew", "", "adapter_name_or_path", "adapter_folder")
                    .lost(
                            "a base of 4 bits is nf4, on one device",
                            "",
                            "quantization_type",
                            "quantization_device_map")
                    .lost("rows are shuffled in every epoch", "", "disable_shuffling")
                    .lost(
                            "training stops early by evaluations, not by steps",
                            "set recipe.early_stopping_patience",
                            "early_stopping_steps")
                    .lost(
                            ANOTHER_OPTIMISER,
                            "",
                            "use_galore",
                            "use_apollo",
                            "use_badam",
                            "galore_target",
                            "galore_rank",
                            "galore_update_interval",
                            "galore_scale",
                            "galore_proj_type",
                            "galore_layerwise",
                            "apollo_target",
                            "apollo_rank",
                            "apollo_update_interval",
                            "apollo_scale",
                            "apollo_proj",
                            "apollo_proj_type",
                            "apollo_scale_type",
                            "apollo_layerwise",
                            "apollo_scale_front",
                            "badam_mode",
                            "badam_start_block",
                            "badam_switch_mode",
                            "badam_switch_interval",
                            "badam_update_ratio",
                            "badam_mask_mode",
                            "use_adam_mini",
                            "use_muon")
                    .lost("the loss is the usual one", "", "use_dft_loss", "use_asft_loss")
                    .lost(
                            "the vocabulary stays the model's",
                            "put tokens into the tokenizer's files before",
                            "resize_vocab",
                            "add_tokens",
                            "add_special_tokens",
                            "new_special_tokens")
                    .lost(
                            "positions are the model's own",
                            "set rope_scaling in config.json",
                            "rope_scaling")
                    .lost("the model's own chat template is used", "", "default_system")
                    .lost("the model's own chat template is used", "", "tool_format")
                    .lost("attention sees all that came before", "", "shift_attn")
                    .lost("layers are all there", "", "mixture_of_depths")
                    .also(TransformersKeys.TABLE);

    private LlamaFactoryKeys() {}
}
