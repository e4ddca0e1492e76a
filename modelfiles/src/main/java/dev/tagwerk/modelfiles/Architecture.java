package dev.tagwerk.modelfiles;

/**
 * A family of decoders: what its checkpoints have in common, whatever their {@code config.json}
 * says.
 *
 * @param modelType {@code model_type} of the configuration
 * @param title the family's name, for people
 * @param norm how it normalises
 * @param gated whether the feed-forward block is {@code down(act(gate(x)) * up(x))} rather than
 *     {@code down(act(up(x)))}
 * @param fusedQueryKeyValue whether one matrix makes queries, keys and values: for each key/value
 *     head its query heads, then its key, then its value
 * @param queryKeyNorm whether queries and keys are normalised per head
 * @param names how its tensors are called in files
 */
public record Architecture(
        String modelType,
        String title,
        NormKind norm,
        boolean gated,
        boolean fusedQueryKeyValue,
        boolean queryKeyNorm,
        TensorNames names) {
    static final Architecture LLAMA = llamaLike("llama", "Llama", false);
    static final Architecture MISTRAL = llamaLike("mistral", "Mistral", false);
    static final Architecture QWEN2 = llamaLike("qwen2", "Qwen2", false);
    static final Architecture QWEN3 = llamaLike("qwen3", "Qwen3", true);
    static final Architecture MINICPM = llamaLike("minicpm", "MiniCPM", false);
    static final Architecture GEMMA2 = gemma("gemma2", "Gemma 2", false);
    static final Architecture GEMMA3 = gemma("gemma3_text", "Gemma 3", true);
    static final Architecture FALCON =
            new Architecture(
                    "falcon", "Falcon", NormKind.LAYER, false, true, false, TensorNames.FALCON);

    private static Architecture llamaLike(String modelType, String title, boolean queryKeyNorm) {
        return new Architecture(
                modelType, title, NormKind.RMS, true, false, queryKeyNorm, TensorNames.LLAMA);
    }

    private static Architecture gemma(String modelType, String title, boolean queryKeyNorm) {
        return new Architecture(
                modelType,
                title,
                NormKind.RMS_OFFSET,
                true,
                false,
                queryKeyNorm,
                TensorNames.LLAMA);
    }
}
