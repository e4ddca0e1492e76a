package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a {@code config.json} says about a decoder, every default filled in as transformers fills
 * it.
 *
 * @param modelType {@code qwen3} or {@code llama}
 * @param vocabSize rows of the embedding
 * @param hiddenSize width of the residual stream
 * @param intermediateSize width of the feed-forward block
 * @param layers number of decoder blocks
 * @param heads query heads
 * @param keyValueHeads key and value heads; divides {@code heads}
 * @param headDim width of one head; even, because rotary embedding pairs its halves
 * @param rmsNormEpsilon added to the mean square before the root
 * @param ropeTheta base of the rotary embedding
 * @param tiedEmbeddings whether the output matrix is the embedding
 * @param queryKeyNorm whether queries and keys are normalised per head (Qwen3)
 * @param attentionBias whether q, k, v and o have a bias
 * @param mlpBias whether gate, up and down have a bias
 * @param maxPositions the longest sequence that the model was made for
 * @param bosTokenId the token that begins a text, if there is one
 * @param eosTokenIds the tokens that end a text; may be empty
 */
public record ModelConfig(
        String modelType,
        int vocabSize,
        int hiddenSize,
        int intermediateSize,
        int layers,
        int heads,
        int keyValueHeads,
        int headDim,
        double rmsNormEpsilon,
        double ropeTheta,
        boolean tiedEmbeddings,
        boolean queryKeyNorm,
        boolean attentionBias,
        boolean mlpBias,
        int maxPositions,
        OptionalInt bosTokenId,
        List<Integer> eosTokenIds) {
    public ModelConfig {
        positive("vocabSize", vocabSize);
        positive("hiddenSize", hiddenSize);
        positive("intermediateSize", intermediateSize);
        positive("layers", layers);
        positive("heads", heads);
        positive("keyValueHeads", keyValueHeads);
        positive("headDim", headDim);
        positive("maxPositions", maxPositions);
        if (heads % keyValueHeads != 0) {
            throw new ModelFilesException(
                    "keyValueHeads (%d) must divide heads (%d)".formatted(keyValueHeads, heads));
        }
        if (headDim % 2 != 0) {
            throw new ModelFilesException("headDim must be even, but is " + headDim);
        }
        if (!(rmsNormEpsilon > 0 && rmsNormEpsilon < 1)) {
            throw new ModelFilesException(
                    "rmsNormEpsilon must lie between 0 and 1, but is " + rmsNormEpsilon);
        }
        if (!(ropeTheta > 0 && ropeTheta < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException("ropeTheta must be above 0, but is " + ropeTheta);
        }
        eosTokenIds = List.copyOf(eosTokenIds);
    }

    /**
     * Reads a {@code config.json}.
     *
     * @throws ModelFilesException naming every key that is wrong or that cannot be honoured
     */
    public static ModelConfig read(Path configJson) {
        return new ConfigReader(configJson).read();
    }

    private static void positive(String field, int value) {
        if (value <= 0) {
            throw new ModelFilesException(field + " must be above 0, but is " + value);
        }
    }
}
