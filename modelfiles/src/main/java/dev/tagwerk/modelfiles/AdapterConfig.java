package dev.tagwerk.modelfiles;

import java.util.Optional;

/**
 * What an {@code adapter_config.json} says about a LoRA adapter, as far as it can be honoured.
 *
 * @param rank width of the bottleneck ({@code r})
 * @param alpha numerator of the scale ({@code lora_alpha})
 * @param dropout share of inputs dropped in training ({@code lora_dropout}), 0 to below 1
 * @param targets the adapted modules ({@code target_modules})
 * @param rslora whether the scale is alpha / sqrt(rank) rather than alpha / rank ({@code
 *     use_rslora}, <a href="https://arxiv.org/abs/2312.03732">arXiv:2312.03732</a>)
 * @param taskType {@code CAUSAL_LM} or {@code FEATURE_EXTRACTION}; empty where the file says
 *     nothing
 * @param baseModel the model that was adapted ({@code base_model_name_or_path})
 * @param revision the revision of that model
 */
public record AdapterConfig(
        int rank,
        double alpha,
        double dropout,
        AdapterTargets targets,
        boolean rslora,
        Optional<String> taskType,
        Optional<String> baseModel,
        Optional<String> revision) {
    static final int MAX_RANK = 65_536;

    public AdapterConfig {
        if (rank < 1 || rank > MAX_RANK) {
            throw new ModelFilesException(
                    "rank must be a whole number from 1 to %d, but is %d"
                            .formatted(MAX_RANK, rank));
        }
        if (!(Math.abs(alpha) < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException("alpha must be a finite number, but is " + alpha);
        }
        if (!(dropout >= 0 && dropout < 1)) {
            throw new ModelFilesException("dropout must lie from 0 to below 1, but is " + dropout);
        }
    }

    /** What the product of the two matrices is multiplied with. */
    public double scale() {
        return alpha / (rslora ? Math.sqrt(rank) : rank);
    }
}
