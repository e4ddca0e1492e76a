package dev.tagwerk.modelfiles;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How a family's {@code config.json} is read.
 *
 * @param architecture what its checkpoints have in common
 * @param classes the classes of transformers whose checkpoints this decoder reads
 * @param keys the keys that mean something in this family, beside those of all families
 * @param defaults for keys that are absent
 * @param bias which key gives linear maps a bias
 * @param windows which keys give layers a window
 * @param ropeTypes the rotary scalings that the family's reference computes
 */
record ConfigFamily(
        Architecture architecture,
        Set<String> classes,
        Set<String> keys,
        Defaults defaults,
        Bias bias,
        Windows windows,
        Set<String> ropeTypes) {
    /** Which linear maps of a block have a bias. */
    enum Bias {
        NONE,
        /** Queries, keys, values and output by {@code attention_bias}; Llama's rest by mlp_bias. */
        BY_KEY,
        /** Queries, keys and values, whatever the file says. */
        QUERY_KEY_VALUE,
        /** All of them by {@code bias}. */
        ALL_BY_KEY
    }

    /** Which layers have a window. */
    enum Windows {
        NONE,
        /** All, unless {@code sliding_window} is null. */
        ALL,
        /** From {@code max_window_layers} on, where {@code use_sliding_window}. */
        LAST,
        /** Every second, beginning with the first. */
        ALTERNATING,
        /** All but every {@code sliding_window_pattern}-th. */
        PATTERN
    }

    /**
     * What transformers' configuration class takes where a key is absent.
     *
     * @param intermediateSize empty: four times the hidden size
     * @param keyValueHeads empty: as many as query heads
     * @param headDim empty: the hidden size over the heads
     */
    record Defaults(
            int vocabSize,
            int hiddenSize,
            OptionalInt intermediateSize,
            int layers,
            int heads,
            OptionalInt keyValueHeads,
            OptionalInt headDim,
            int maxPositions,
            boolean tiedEmbeddings,
            OptionalInt bos,
            OptionalInt eos) {}

    boolean is(Architecture other) {
        return architecture.equals(other);
    }

    boolean gemma() {
        return architecture.norm() == NormKind.RMS_OFFSET;
    }

    /** The key of the feed-forward block's nonlinearity. */
    String activationKey() {
        return switch (architecture.norm()) {
            case RMS -> "hidden_act";
            case RMS_OFFSET -> "hidden_activation";
            case LAYER -> "activation";
        };
    }

    Activation defaultActivation() {
        return switch (architecture.norm()) {
            case RMS -> Activation.SILU;
            case RMS_OFFSET -> Activation.GELU_TANH;
            case LAYER -> Activation.GELU;
        };
    }

    /** Whether this is the family's own code, for which files from before it was built in ask. */
    boolean isOwnCode(String remote) {
        Optional<String> known =
                Set.of("falcon", "minicpm").stream()
                        .filter(architecture.modelType()::equals)
                        .findFirst();
        return known.isPresent()
                && remote.matches(
                        "([\\w.-]+/[\\w.-]+--)?(configuration|modeling)_"
                                + known.get()
                                + "\\.\\w+");
    }
}
