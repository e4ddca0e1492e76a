package dev.tagwerk.spec;

/**
 * What the tools do where a file says nothing and ours would do something else: axolotl's schemas
 * (axolotl/utils/schemas), LLaMA-Factory's hparams, TRL's SFTConfig, transformers'
 * TrainingArguments.
 */
final class ForeignDefaults {
    private ForeignDefaults() {}

    static void fill(ForeignJob job) {
        boolean lora =
                !job.sheet()
                        .value(TrainingKeys.METHOD)
                        .filter(Method.FULL.word()::equals)
                        .isPresent();
        switch (job.tool()) {
            case AXOLOTL -> {
                if (lora) {
                    job.assume(TrainingKeys.DROPOUT, "0.0", "lora_dropout");
                }
                job.assume(TrainingKeys.BATCH_SIZE, "1", "micro_batch_size");
                job.assume(TrainingKeys.MAX_LENGTH, "512", "sequence_len");
                epochs(job, "1.0", "num_epochs");
            }
            case LLAMA_FACTORY -> {
                if (lora) {
                    job.assume(TrainingKeys.RANK, "8", "lora_rank");
                    job.assume(TrainingKeys.DROPOUT, "0.0", "lora_dropout");
                }
                job.assume(TrainingKeys.MAX_LENGTH, "2048", "cutoff_len");
                job.assume(TrainingKeys.LEARNING_RATE, "5.0e-5", "learning_rate");
                transformers(job);
            }
            case TRL -> {
                job.assume(TrainingKeys.LEARNING_RATE, "2.0e-5", "learning_rate");
                job.assume(TrainingKeys.GRADIENT_CHECKPOINTING, "true", "gradient_checkpointing");
                transformers(job);
            }
        }
    }

    private static void transformers(ForeignJob job) {
        epochs(job, "3.0", "num_train_epochs");
        job.assume(TrainingKeys.SCHEDULE, "linear", "lr_scheduler_type");
        if (!job.sheet().has(TrainingKeys.WARMUP_RATIO)) {
            job.assume(TrainingKeys.WARMUP_STEPS, "0", "warmup_steps");
        }
    }

    private static void epochs(ForeignJob job, String epochs, String theirs) {
        if (!job.sheet().has(TrainingKeys.STEPS)) {
            job.assume(TrainingKeys.EPOCHS, epochs, theirs);
        }
    }
}
