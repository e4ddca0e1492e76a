package dev.tagwerk.modelfiles;

import java.util.Set;

/** The decoders of this version, with the defaults of transformers' configuration classes. */
enum Architecture {
    QWEN3("qwen3", 151_936, 22_016, 32_768, Set.of("Qwen3ForCausalLM", "Qwen3Model")),
    LLAMA("llama", 32_000, 11_008, 2_048, Set.of("LlamaForCausalLM", "LlamaModel"));

    private final String modelType;
    private final int vocabSize;
    private final int intermediateSize;
    private final int maxPositions;
    private final Set<String> classes;

    Architecture(
            String modelType,
            int vocabSize,
            int intermediateSize,
            int maxPositions,
            Set<String> classes) {
        this.modelType = modelType;
        this.vocabSize = vocabSize;
        this.intermediateSize = intermediateSize;
        this.maxPositions = maxPositions;
        this.classes = classes;
    }

    String modelType() {
        return modelType;
    }

    int vocabSize() {
        return vocabSize;
    }

    int intermediateSize() {
        return intermediateSize;
    }

    int maxPositions() {
        return maxPositions;
    }

    /** The classes of transformers whose checkpoints this decoder reads. */
    Set<String> classes() {
        return classes;
    }
}
