package dev.tagwerk.spec;

/** What LLaMA-Factory and TRL both have from {@code transformers.TrainingArguments}. */
final class TransformersKeys {
    private static final String RANKS = "resources.processes or gpus start the processes";
    static final String WHOLE_MODEL = "every process holds the whole model";

    static final ForeignKeys TABLE =
            new ForeignKeys()
                    .same("learning_rate", TrainingKeys.LEARNING_RATE)
                    .with("num_train_epochs", "unless max_steps is above 0", TrainingKeys.EPOCHS)
                    .with("max_steps", "when it is above 0", TrainingKeys.STEPS)
                    .same("per_device_train_batch_size", TrainingKeys.BATCH_SIZE)
                    .same("gradient_accumulation_steps", TrainingKeys.GRADIENT_ACCUMULATION_STEPS)
                    .with(
                            "lr_scheduler_type",
                            "cosine, linear, constant, constant_with_warmup; others become cosine,"
                                    + " and it is said",
                            TrainingKeys.SCHEDULE)
                    .with(
                            "warmup_steps",
                            "below 1 it is a share",
                            TrainingKeys.WARMUP_STEPS,
                            TrainingKeys.WARMUP_RATIO)
                    .with("warmup_ratio", "unless warmup_steps is given", TrainingKeys.WARMUP_RATIO)
                    .same("weight_decay", TrainingKeys.WEIGHT_DECAY)
                    .same("adam_beta1", TrainingKeys.ADAM_BETA1)
                    .same("adam_beta2", TrainingKeys.ADAM_BETA2)
                    .same("adam_epsilon", TrainingKeys.ADAM_EPSILON)
                    .same("max_grad_norm", TrainingKeys.MAX_GRAD_NORM)
                    .with("optim", "AdamW in all its kinds; others are not carried over")
                    .with("bf16", "", TrainingKeys.PRECISION)
                    .with("fp16", "", TrainingKeys.PRECISION)
                    .same("gradient_checkpointing", TrainingKeys.GRADIENT_CHECKPOINTING)
                    .same("seed", TrainingKeys.SEED)
                    .same("group_by_length", TrainingKeys.GROUP_BY_LENGTH)
                    .with("eval_strategy", "", TrainingKeys.EVAL_STEPS)
                    .with("evaluation_strategy", "", TrainingKeys.EVAL_STEPS)
                    .with("eval_steps", "with eval_strategy: steps", TrainingKeys.EVAL_STEPS)
                    .with("load_best_model_at_end", "", TrainingKeys.KEEP_BEST)
                    .with("metric_for_best_model", "the loss only")
                    .with("greater_is_better", "the loss only")
                    .with("save_strategy", "", TrainingKeys.EVERY_STEPS)
                    .with("save_steps", "", TrainingKeys.EVERY_STEPS)
                    .same("save_total_limit", TrainingKeys.KEEP)
                    .with("run_name", "", CommonKeys.NAME)
                    .with("use_cpu", "", CommonKeys.DEVICE)
                    .with("no_cuda", "", CommonKeys.DEVICE)
                    .needless("every run has a folder of its own", "output_dir", "logging_dir")
                    .needless(
                            "every run has a folder of its own",
                            "overwrite_output_dir",
                            "save_only_model",
                            "save_safetensors",
                            "save_on_each_node")
                    .needless("a run resumes by itself", "resume_from_checkpoint")
                    .needless(
                            "every step is logged; `runs export` converts the log",
                            "logging_steps",
                            "logging_strategy",
                            "logging_first_step",
                            "report_to",
                            "disable_tqdm",
                            "log_level",
                            "include_num_input_tokens_seen",
                            "include_tokens_per_second")
                    .needless(
                            "one batch size serves training and evaluation",
                            "per_device_eval_batch_size",
                            "eval_accumulation_steps",
                            "eval_on_start",
                            "do_eval",
                            "prediction_loss_only")
                    .needless(
                            "the same computation, done in another way here",
                            "gradient_checkpointing_kwargs",
                            "use_liger_kernel",
                            "torch_compile",
                            "full_determinism",
                            "average_tokens_across_devices",
                            "torch_empty_cache_steps",
                            "optim_args")
                    .needless(
                            "rows are read without helper processes",
                            "dataloader_num_workers",
                            "dataloader_pin_memory",
                            "dataloader_prefetch_factor",
                            "dataloader_persistent_workers",
                            "dataloader_drop_last",
                            "remove_unused_columns",
                            "data_seed",
                            "hub_token",
                            "trust_remote_code",
                            "use_fast_tokenizer",
                            "cache_dir",
                            "low_cpu_mem_usage",
                            "device_map")
                    .lost("products of fp32 are exact here", "", "tf32")
                    .lost(
                            WHOLE_MODEL,
                            "remove it; resources.processes or gpus share each batch among"
                                    + " several",
                            "deepspeed",
                            "fsdp",
                            "fsdp_config",
                            "accelerator_config",
                            "parallelism_config")
                    .needless(RANKS, "ddp_timeout", "ddp_backend", "local_rank")
                    .needless(RANKS, "ddp_find_unused_parameters", "ddp_bucket_cap_mb")
                    .lost(
                            "nothing is uploaded",
                            "upload the adapter's folder yourself",
                            "push_to_hub",
                            "hub_model_id",
                            "hub_strategy",
                            "hub_private_repo")
                    .lost("no noise is added to embeddings", "", "neftune_noise_alpha")
                    .lost("labels are not smoothed", "", "label_smoothing_factor")
                    .lost("schedules have no settings", "", "lr_scheduler_kwargs")
                    .lost("the first evaluation is after eval_steps", "", "eval_delay")
                    .lost(
                            "the batch size is what the job says",
                            "lower batch_size when memory does not suffice",
                            "auto_find_batch_size");

    private TransformersKeys() {}
}
