package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a {@code config.json} says about a decoder, every default filled in as transformers fills
 * it.
 *
 * @param architecture the family
 * @param vocabSize rows of the embedding
 * @param hiddenSize width of the residual stream
 * @param intermediateSize width of the feed-forward block
 * @param layers number of decoder blocks
 * @param layout in which order a block normalises and adds
 * @param attention heads, windows and positions
 * @param activation of the feed-forward block
 * @param mlpBias whether the feed-forward block's linear maps have a bias
 * @param normEpsilon added to the mean square (or variance) before the root
 * @param tiedEmbeddings whether the output matrix is the embedding
 * @param scales constant factors along the residual stream
 * @param logitCap the logits l become {@code cap tanh(l/cap)}, where there is a cap (Gemma 2)
 * @param maxPositions the longest sequence that the model was made for
 * @param bosTokenId the token that begins a text, if there is one
 * @param eosTokenIds the tokens that end a text; may be empty
 */
public record ModelConfig(
        Architecture architecture,
        int vocabSize,
        int hiddenSize,
        int intermediateSize,
        int layers,
        BlockLayout layout,
        AttentionConfig attention,
        Activation activation,
        boolean mlpBias,
        double normEpsilon,
        boolean tiedEmbeddings,
        Scales scales,
        OptionalDouble logitCap,
        int maxPositions,
        OptionalInt bosTokenId,
        List<Integer> eosTokenIds) {
    public ModelConfig {
        positive("vocabSize", vocabSize);
        positive("hiddenSize", hiddenSize);
        positive("intermediateSize", intermediateSize);
        positive("layers", layers);
        positive("maxPositions", maxPositions);
        if (attention.windows().size() != layers) {
            throw new ModelFilesException(
                    "windows has %d entries, but layers is %d"
                            .formatted(attention.windows().size(), layers));
        }
        if (!(normEpsilon > 0 && normEpsilon < 1)) {
            throw new ModelFilesException(
                    "normEpsilon must lie between 0 and 1, but is " + normEpsilon);
        }
        eosTokenIds = List.copyOf(eosTokenIds);
    }

    /**
     * Reads a {@code config.json}.
     *
     * @throws ModelFilesException naming every key that is wrong or that cannot be honoured
     */
    public static ModelConfig read(Path configJson) {
        return ConfigReader.read(configJson);
    }

    /** The family by its {@code model_type}, e.g. {@code qwen3}. */
    public String modelType() {
        return architecture.modelType();
    }

    /** Elements of the linear maps of all blocks: what every token is multiplied with. */
    public long mapElements() {
        return layers * LinearMap.of(this).stream().mapToLong(LinearMap::elements).sum();
    }

    /** Query heads. */
    public int heads() {
        return attention.heads();
    }

    /** Key and value heads; divides {@link #heads}. */
    public int keyValueHeads() {
        return attention.keyValueHeads();
    }

    /** Width of one head. */
    public int headDim() {
        return attention.headDim();
    }

    /** Whether queries and keys are normalised per head. */
    public boolean queryKeyNorm() {
        return architecture.queryKeyNorm();
    }

    static void positive(String field, int value) {
        if (value <= 0) {
            throw new ModelFilesException(field + " must be above 0, but is " + value);
        }
    }
}
