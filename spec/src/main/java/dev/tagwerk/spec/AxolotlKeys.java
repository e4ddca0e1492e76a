package dev.tagwerk.spec;

/** The keys of an axolotl configuration. */
final class AxolotlKeys {
    private static final String NO_PREFERENCES = "preferences are not trained in this version";

    static final ForeignKeys TABLE =
            new ForeignKeys()
                    .with("base_model", "", CommonKeys.MODEL)
                    .with("revision_of_model", "", CommonKeys.MODEL)
                    .with("adapter", "lora, qlora; empty is full", TrainingKeys.METHOD)
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
                    .same("lora_r", TrainingKeys.RANK)
                    .same("lora_alpha", TrainingKeys.ALPHA)
                    .same("lora_dropout", TrainingKeys.DROPOUT)
                    .with("lora_target_modules", "", TrainingKeys.TARGETS)
                    .with("lora_target_linear", "all-linear", TrainingKeys.TARGETS)
                    .same("peft_use_rslora", TrainingKeys.RSLORA)
                    .with("peft_layers_to_transform", "", TrainingKeys.LAYERS)
                    .with("lora_modules_to_save", "", TrainingKeys.MODULES_TO_SAVE)
                    .with(
                            "peft_trainable_token_indices",
                            "those of the embedding",
                            TrainingKeys.TRAINABLE_TOKEN_INDICES)
                    .needless("these models have one list of blocks", "peft_layers_pattern")
                    .with("num_epochs", "unless max_steps is given", TrainingKeys.EPOCHS)
                    .with("micro_batch_size", "", TrainingKeys.BATCH_SIZE)
                    .with(
                            "batch_size",
                            "the whole batch, divided by micro_batch_size",
                            TrainingKeys.GRADIENT_ACCUMULATION_STEPS)
                    .with("lr_scheduler", "", TrainingKeys.SCHEDULE)
                    .with("optimizer", "AdamW in all its kinds; others are not carried over")
                    .same("sequence_len", TrainingKeys.MAX_LENGTH)
                    .same("sample_packing", TrainingKeys.PACKING)
                    .with("bfloat16", "", TrainingKeys.PRECISION)
                    .with("float16", "", TrainingKeys.PRECISION)
                    .with("float32", "", TrainingKeys.PRECISION)
                    .with("torch_dtype", "", TrainingKeys.PRECISION)
                    .with("datasets", "the first one", TrainingKeys.TRAIN, CommonKeys.FORMAT)
                    .with("pretraining_dataset", "the first one", TrainingKeys.TRAIN)
                    .with("test_datasets", "the first one", TrainingKeys.VALIDATION)
                    .with("val_set_size", "below 1", TrainingKeys.VALIDATION_FRACTION)
                    .with("evals_per_epoch", "counted in steps here", TrainingKeys.EVAL_STEPS)
                    .with("saves_per_epoch", "counted in steps here", TrainingKeys.EVERY_STEPS)
                    .with("early_stopping_patience", "", TrainingKeys.EARLY_STOPPING_PATIENCE)
                    .with(
                            "chat_template",
                            "chatml, llama3, gemma, or the model's own",
                            CommonKeys.CHAT_TEMPLATE)
                    .with("chat_template_jinja", "a file", CommonKeys.CHAT_TEMPLATE)
                    .with("train_on_inputs", "answers only are learnt")
                    .refused(NO_PREFERENCES, "train with sft data", "rl", "reward_model")
                    .refused(NO_PREFERENCES, "train with sft data", "process_reward_model")
                    .needless(
                            "the adapter is found in the run's folder",
                            "lora_model_dir",
                            "dataset_prepared_path",
                            "hf_use_auth_token",
                            "base_model_config",
                            "model_type",
                            "tokenizer_type",
                            "tokenizer_use_fast",
                            "tokenizer_legacy",
                            "tokenizer_config",
                            "is_llama_derived_model",
                            "is_mistral_derived_model",
                            "is_qwen_derived_model",
                            "is_falcon_derived_model",
                            "strict")
                    .needless(
                            "attention needs no switch",
                            "flash_attention",
                            "xformers_attention",
                            "sdp_attention",
                            "eager_attention",
                            "flex_attention",
                            "attn_implementation",
                            "flash_attn_cross_entropy",
                            "flash_attn_rms_norm",
                            "flash_attn_fuse_qkv",
                            "flash_attn_fuse_mlp",
                            "batch_flattening")
                    .needless(
                            "rows never see each other, and need no padding",
                            "pad_to_sequence_len",
                            "eval_sample_packing",
                            "sample_packing_group_size",
                            "sample_packing_bin_size",
                            "sample_packing_sequentially",
                            "multipack_real_batches",
                            "eval_batch_size",
                            "dataset_processes",
                            "dataset_num_proc",
                            "shuffle_merged_datasets",
                            "dataset_keep_in_memory")
                    .needless(
                            "every step is logged; `runs export` converts the log",
                            "wandb_project",
                            "wandb_entity",
                            "wandb_watch",
                            "wandb_name",
                            "wandb_log_model",
                            "wandb_run_id",
                            "wandb_mode",
                            "use_wandb",
                            "mlflow_experiment_name",
                            "mlflow_tracking_uri",
                            "use_mlflow",
                            "use_tensorboard",
                            "use_comet",
                            "debug",
                            "profiler_steps",
                            "gc_steps")
                    .needless(
                            "the same computation, done in another way here",
                            "lora_mlp_kernel",
                            "lora_qkv_kernel",
                            "lora_o_kernel",
                            "lora_embedding_kernel",
                            "qlora_sharded_model_loading",
                            "peft_autocast_adapter_dtype",
                            "merge_lora",
                            "merge_method",
                            "lora_fan_in_fan_out",
                            "lora_on_cpu",
                            "special_tokens_map",
                            "liger_rms_norm",
                            "liger_rope",
                            "liger_glu_activation",
                            "liger_layer_norm",
                            "liger_fused_linear_cross_entropy",
                            "auto_resume_from_checkpoints",
                            "ddp",
                            "world_size",
                            "loss_watchdog_threshold",
                            "loss_watchdog_patience")
                    .lost(
                            "the vocabulary stays the model's",
                            "put tokens into the tokenizer's files before",
                            "special_tokens",
                            "tokens",
                            "added_tokens_overrides",
                            "resize_token_embeddings_to_32x")
                    .lost("only adapters are trained", "", "unfrozen_parameters")
                    .lost("tied matrices are trained apart", "", "peft_ensure_weight_tying")
                    .lost("how a base is rounded is not chosen further", "", "bnb_config_kwargs")
                    .lost(
                            "a LoRA of another kind",
                            "",
                            "peft_use_dora",
                            "peft_init_lora_weights",
                            "loftq_config",
                            "loraplus_lr_ratio",
                            "loraplus_lr_embedding",
                            "relora",
                            "relora_steps",
                            "relora_prune_ratio",
                            "relora_prune_method",
                            "relora_cpu_offload",
                            "jagged_restart_steps",
                            "peft")
                    .lost(
                            "adapters go into linear maps of blocks that are there",
                            "",
                            "peft_layer_replication",
                            "lora_target_parameters")
                    .lost(
                            "equal rows are trained as often as they stand there",
                            "tagwerk data" + " check names them",
                            "dataset_exact_deduplication")
                    .lost("the model is trained as it is", "", "plugins", "gptq", "use_pose")
                    .lost(
                            "chats begin as the rows say",
                            "put it into the rows",
                            "default_system_message",
                            "eot_tokens")
                    .lost(
                            "the learning rate follows one of three schedules",
                            "",
                            "cosine_min_lr_ratio",
                            "cosine_constant_lr_ratio",
                            "lr_groups",
                            "embedding_lr",
                            "embedding_lr_scale",
                            "lr_quadratic_warmup")
                    .lost(
                            TransformersKeys.WHOLE_MODEL,
                            "remove it",
                            "sequence_parallel_degree",
                            "context_parallel_size",
                            "tensor_parallel_size",
                            "fsdp_version",
                            "fsdp_final_state_dict_type")
                    .lost(
                            "evaluation measures the loss",
                            "tagwerk evaluate",
                            "do_bench_eval",
                            "do_causal_lm_eval",
                            "eval_table_size",
                            "eval_causal_lm_metrics")
                    .also(TransformersKeys.TABLE);

    private AxolotlKeys() {}
}
