package dev.tagwerk.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Low-rank adapters: {@code y = Wx + scale · B(A(dropout(x)))}.
 *
 * @param excluded targets that get none
 * @param rslora scale is {@code alpha / √rank} (Kalajdzievski 2023, arXiv:2312.03732) instead of
 *     {@code alpha / rank}
 * @param rankPattern other ranks, by names or regular expressions of modules; the first that fits
 *     decides
 * @param alphaPattern other alphas, likewise
 * @param layers the decoder blocks that get adapters, from 0; empty for all
 * @param modulesToSave modules of which a copy is trained whole, by the ends of their paths
 * @param trainedTokens tokens whose rows of the embedding are trained
 * @param bias bias vectors of the base that are trained too
 */
public record LoraSettings(
        int rank,
        double alpha,
        double dropout,
        Targets targets,
        Optional<Targets> excluded,
        boolean rslora,
        Map<String, Long> rankPattern,
        Map<String, Double> alphaPattern,
        List<Long> layers,
        List<String> modulesToSave,
        List<Long> trainedTokens,
        TrainedBiases bias) {
    public LoraSettings {
        rankPattern = Collections.unmodifiableMap(new LinkedHashMap<>(rankPattern));
        alphaPattern = Collections.unmodifiableMap(new LinkedHashMap<>(alphaPattern));
        layers = List.copyOf(layers);
        modulesToSave = List.copyOf(modulesToSave);
        trainedTokens = List.copyOf(trainedTokens);
        TrainingKeys.RANK.require((long) rank);
        TrainingKeys.ALPHA.require(alpha);
        TrainingKeys.DROPOUT.require(dropout);
        TrainingKeys.TARGETS.require(targets);
        TrainingKeys.RANK_PATTERN.require(rankPattern);
        TrainingKeys.ALPHA_PATTERN.require(alphaPattern);
        TrainingKeys.LAYERS.require(layers);
        excluded.ifPresent(TrainingKeys.EXCLUDE_MODULES::require);
        TrainingKeys.MODULES_TO_SAVE.require(modulesToSave);
        TrainingKeys.TRAINABLE_TOKEN_INDICES.require(trainedTokens);
    }

    /** The same everywhere. */
    public LoraSettings(int rank, double alpha, double dropout, Targets targets, boolean rslora) {
        this(
                rank,
                alpha,
                dropout,
                targets,
                Optional.empty(),
                rslora,
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                TrainedBiases.NONE);
    }

    /** The factor before the adapter's product where no pattern says otherwise. */
    public double scale() {
        return rslora ? alpha / Math.sqrt(rank) : alpha / rank;
    }
}
