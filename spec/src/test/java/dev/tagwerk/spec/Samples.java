package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Job files that tests share. */
final class Samples {
    static final Path ORIGIN = Path.of("/srv/project/kniffel.yaml");

    static final String SMALLEST =
            """
            kind: training
            model: ./tiny
            task: decision
            data:
              train: rows.jsonl
            """;

    static final String FULL =
            """
            # every key that fits together
            $schema: https://example.org/schema.json
            kind: training
            name: kniffel-1
            model: org/name@main
            task: decision
            inputs:
              rate: 1e-4
              tag: x
            max_duration: 1h30m
            budget: 15 EUR
            residency: eu
            not_under: [us-cloud-act]
            certified: hds
            recipe:
              method: lora
              rank: 8
              alpha: 16
              dropout: 0.0
              targets: [q_proj, v_proj]
              rslora: true
              steps: 200
              batch_size: 4
              gradient_accumulation_steps: 2
              learning_rate: ${{ inputs.rate }}
              head_learning_rate: 1.0e-3
              schedule: linear
              warmup_steps: 10
              weight_decay: 0
              adam_beta1: .9
              adam_beta2: 0.95
              adam_epsilon: 1e-8
              max_grad_norm: 0
              max_length: 256
              precision: fp32
              gradient_checkpointing: true
              group_by_length: true
              seed: 7
              eval_steps: 20
              early_stopping_patience: 3
              keep_best: true
              ordinal_smoothing: 0.2
              reverse_rubric: 1
              base_kl_weight: 0
              teacher: "teacher-${{ inputs.tag }}.jsonl"
              teacher_weight: 0.5
              pointer_dim: 64
              head_dropout: 0.1
              shuffle_options: false
            data:
              train: rows.jsonl.gz
              validation: /abs/held-out.jsonl
              format: decision
              classification: health
            checkpoints: {every_steps: 25, keep: 3}
            resources:
              device: cpu
              threads: 2
              processes: 2
              process_timeout: 10m
            """;

    static final String CAUSAL =
            """
            kind: training
            model: models/base
            task: causal-lm
            recipe: {method: full, epochs: 0.5, packing: true, warmup_ratio: 0}
            data: {train: a.jsonl, validation_fraction: 0.1, format: text}
            checkpoints:
            """;

    static final String ADAPTED =
            """
            kind: training
            model: models/base
            task: causal-lm
            data: {train: rows.jsonl}
            recipe:
              method: qlora
              targets: [q_proj, model.layers.1.mlp.up_proj, embed_tokens]
              rank_pattern: {v_proj: 32, 'layers\\.0\\..*': 4}
              alpha_pattern: {"q_proj": 8.5}
              layers: 3
              exclude_modules: [1.mlp.up_proj]
              modules_to_save: [lm_head, norm]
              trainable_token_indices: [7, 5]
              bias: lora_only
            """;

    static final String EVALUATION =
            """
            kind: evaluation
            model: ./tiny
            adapter: out/adapter
            head: out/head.safetensors
            task: decision
            data: {test: test.jsonl, regrets: regrets.jsonl, format: auto}
            evaluation: {max_length: 512, batch_size: 16, compare_base: true, seed: 1}
            resources: {threads: 0}
            """;

    static final String MAPPED =
            """
            kind: training
            model: models/base
            task: causal-lm
            data:
              train: {path: dialogs.parquet, sha256: %1$s}
              validation: dataset:held-out@sha256:0123456789ab
              format: sharegpt
              columns: {messages: dialog, role_tag: who, content: says, user_role: customer, assistant_tag: agent}
            """
                    .formatted("0a".repeat(32));

    static final String LISTED =
            """
            kind: training
            model: models/base
            task: causal-lm
            data: {dataset_info: data/dataset_info.json#alpaca_en, validation_fraction: 0.1}
            """;

    static final String LISTED_EVALUATION =
            """
            kind: evaluation
            model: models/base
            task: causal-lm
            data: {dataset_info: data/dataset_info.json#alpaca_en, test: rows.csv}
            """;

    static final String CONTAINER =
            """
            kind: container
            name: lora-1
            image: registry.example.org:5000/org/train:1.2@sha256:%1$s
            inputs: {epochs: 3}
            command: [python, -m, train]
            args: [--epochs, "${{ inputs.epochs }}", --rate, 1e-4, ""]
            workdir: /work
            env:
              HF_HOME: /cache/hf
              WORLD_SIZE: 1
              SEED:
              QUOTED: "true"
            secrets: [HF_TOKEN]
            volumes:
              - {path: /data, source: ./rows}
              - path: /cache
                source: hf-cache
                read_only: false
              - {path: /output, source: "s3://bucket/runs"}
              - {path: /scratch}
            max_duration: 4h30m
            retries: 2
            budget: 9.50 USD
            residency: [westeurope, GRA]
            classification: internal
            expects: [adapter/adapter_config.json, metrics.json]
            resources: {cpus: 7.5, memory: 55GiB, gpu: T4, gpus: 2, shm: 1.5GB}
            provider: {name: azure-container-apps, region: swedencentral, machine: gpu-t4}
            """
                    .formatted("0a".repeat(32));

    static final String SMALLEST_CONTAINER = "kind: container\nimage: busybox\n";

    static final List<String> VALID =
            List.of(
                    SMALLEST,
                    FULL,
                    CAUSAL,
                    ADAPTED,
                    EVALUATION,
                    MAPPED,
                    LISTED,
                    LISTED_EVALUATION,
                    CONTAINER,
                    SMALLEST_CONTAINER);

    private Samples() {}

    static Job valid(String text) {
        return switch (JobFile.parse(text, ORIGIN)) {
            case Parsed.Valid valid -> valid.job();
            case Parsed.Invalid invalid -> throw new AssertionError(invalid.problems());
        };
    }

    static TrainingJob training(String text) {
        return (TrainingJob) valid(text);
    }

    static List<Problem> problems(String text) {
        return problems(text, Map.of());
    }

    static List<Problem> problems(String text, Map<String, String> inputs) {
        return switch (JobFile.parse(text, ORIGIN, Map.of(), inputs)) {
            case Parsed.Valid valid -> List.of();
            case Parsed.Invalid invalid -> invalid.problems();
        };
    }

    /** Problems without the file's name, one text each. */
    static List<String> told(String text) {
        return problems(text).stream()
                .map(problem -> problem.toString().substring(ORIGIN.toString().length() + 1))
                .toList();
    }

    /** What is said about one line put under {@code recipe} of a causal-lm or decision job. */
    static List<String> recipe(Task task, String line) {
        return told(
                "kind: training\nmodel: ./tiny\ntask: "
                        + task.word()
                        + "\ndata: {train: rows.jsonl, validation_fraction: 0.1}\nrecipe:\n  "
                        + line
                        + "\n");
    }
}
