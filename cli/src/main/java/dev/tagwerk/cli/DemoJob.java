package dev.tagwerk.cli;

import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.modelfiles.ModelFolder;
import java.nio.file.Path;

/** The demo's job, as a user would write it. */
final class DemoJob {
    static final int MAX_LENGTH = 256;
    static final int ROWS_AT_ONCE = 64;
    static final int BOOTSTRAP_SAMPLES = 1_000;

    private DemoJob() {}

    static String text(Path base, ModelFolder model) {
        return """
                # Teaches a small model (%d layers, hidden size %d) to play Kniffel.
                # Change what you like and run it again:  tagwerk run job.yaml
                kind: training
                name: kniffel
                model: %s
                task: decision
                recipe:
                  method: lora
                  rank: 16
                  alpha: 32
                  dropout: 0
                  targets: all-linear
                  epochs: 4
                  batch_size: 16
                  learning_rate: 3e-3
                  head_learning_rate: 2e-3
                  schedule: cosine
                  warmup_ratio: 0.03
                  weight_decay: 0.01
                  max_length: %d
                  group_by_length: true
                  seed: 42
                  eval_steps: 250
                  keep_best: true
                  ordinal_smoothing: 0.1
                  base_kl_weight: 0
                  teacher: data/train.teacher.jsonl
                  teacher_weight: 1
                data:
                  train: data/train.jsonl
                  validation: data/validation.jsonl
                  format: decision
                checkpoints:
                  every_steps: 250
                  keep: 2
                """
                .formatted(model.config().layers(), model.config().hiddenSize(), base, MAX_LENGTH);
    }

    static Placement placement() {
        return Placement.cpu(Precision.FP32, Runtime.getRuntime().availableProcessors());
    }
}
