package dev.tagwerk.modelfiles;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an {@code adapter_config.json} says about a LoRA adapter, as far as it can be honoured.
 *
 * @param ranks how wide and how strong its pairs are
 * @param dropout share of inputs dropped in training ({@code lora_dropout}), 0 to below 1
 * @param scope the modules that it changes
 * @param bias the bias vectors that it carries
 * @param trainedTokens tokens whose rows of a matrix were trained ({@code
 *     trainable_token_indices}): by the end of the module's path, such as {@code embed_tokens}
 * @param tiesWeights whether what changes the embedding also changes an output matrix that is tied
 *     to it ({@code ensure_weight_tying})
 * @param taskType {@code CAUSAL_LM} or {@code FEATURE_EXTRACTION}; empty where the file says
 *     nothing
 * @param baseModel the model that was adapted ({@code base_model_name_or_path})
 * @param revision the revision of that model
 */
public record AdapterConfig(
        AdapterRanks ranks,
        double dropout,
        AdapterScope scope,
        AdapterBias bias,
        Map<String, List<Integer>> trainedTokens,
        boolean tiesWeights,
        Optional<String> taskType,
        Optional<String> baseModel,
        Optional<String> revision) {
    public AdapterConfig {
        if (!(dropout >= 0 && dropout < 1)) {
            throw new ModelFilesException("dropout must lie from 0 to below 1, but is " + dropout);
        }
        Map<String, List<Integer>> copy = new LinkedHashMap<>();
        trainedTokens.forEach((module, tokens) -> copy.put(module, List.copyOf(tokens)));
        trainedTokens = Collections.unmodifiableMap(copy);
    }

    /** LoRA pairs of one rank and scale, and nothing else. */
    public AdapterConfig(
            int rank,
            double alpha,
            double dropout,
            AdapterTargets targets,
            boolean rslora,
            Optional<String> taskType,
            Optional<String> baseModel,
            Optional<String> revision) {
        this(
                AdapterRanks.of(rank, alpha, rslora),
                dropout,
                AdapterScope.of(targets),
                AdapterBias.NONE,
                Map.of(),
                false,
                taskType,
                baseModel,
                revision);
    }

    /** The rank where no pattern says otherwise. */
    public int rank() {
        return ranks.rank();
    }

    /** The numerator of the scale where no pattern says otherwise. */
    public double alpha() {
        return ranks.alpha();
    }

    /** Whether scales are alpha / sqrt(rank). */
    public boolean rslora() {
        return ranks.rslora();
    }

    /** What the product of two matrices is multiplied with where no pattern says otherwise. */
    public double scale() {
        return alpha() / (rslora() ? Math.sqrt(rank()) : rank());
    }

    /** The modules with LoRA pairs, before exclusions. */
    public AdapterTargets targets() {
        return scope.targets();
    }
}
