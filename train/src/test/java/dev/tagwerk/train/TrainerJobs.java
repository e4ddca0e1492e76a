package dev.tagwerk.train;

import java.nio.file.Path;

/** Jobs that the tests of whole attempts train. Paths are relative to the test's folder. */
final class TrainerJobs {
    private TrainerJobs() {}

    /**
     * Everything that decides about decisions: dropout in adapter and head, accumulation,
     * activation checkpointing, evaluations, the best one kept, KL to the base.
     */
    static final String DECISION =
            """
            kind: training
            model: ./model
            task: decision
            recipe:
              rank: 2
              alpha: 4
              dropout: 0.1
              steps: 24
              batch_size: 4
              gradient_accumulation_steps: 2
              learning_rate: 3e-3
              head_learning_rate: 1e-2
              gradient_checkpointing: true
              group_by_length: true
              seed: 5
              eval_steps: 5
              keep_best: true
              pointer_dim: 8
              head_dropout: 0.1
            data: {train: decisions.jsonl, validation_fraction: 0.2}
            checkpoints: {every_steps: 4, keep: 2}
            resources: {device: cpu, threads: 2}
            """;

    static final String PACKED_TEXT =
            """
            kind: training
            model: ./model
            task: causal-lm
            recipe:
              rank: 4
              alpha: 4
              dropout: 0.2
              rslora: true
              targets: [q_proj, v_proj, down_proj]
              rank_pattern: {v_proj: 2, "layers.1.*down_proj": 6}
              alpha_pattern: {q_proj: 8}
              modules_to_save: [embed_tokens]
              epochs: 3
              batch_size: 2
              learning_rate: 5e-3
              schedule: linear
              warmup_steps: 3
              weight_decay: 0.01
              max_length: 96
              packing: true
              seed: 6
              eval_steps: 4
              early_stopping_patience: 50
            data: {train: texts.jsonl, validation_fraction: 0.1}
            checkpoints: {every_steps: 3, keep: 1}
            resources: {device: cpu, threads: 2}
            """;

    static final String FULL =
            """
            kind: training
            model: ./model
            task: causal-lm
            recipe:
              method: full
              steps: 20
              batch_size: 4
              learning_rate: 1e-3
              schedule: constant
              seed: 7
            data: {train: completions.jsonl}
            checkpoints: {every_steps: 5, keep: 2}
            resources: {device: cpu, threads: 2}
            """;

    /** The model and data files that the jobs name. */
    static void writeInputs(Path folder) throws java.io.IOException {
        TinyModel.write(folder.resolve("model"));
        TinyData.decisions(folder.resolve("decisions.jsonl"), 60, 1);
        TinyData.texts(folder.resolve("texts.jsonl"), 60, 2);
        TinyData.completions(folder.resolve("completions.jsonl"), 40, 3);
    }
}
