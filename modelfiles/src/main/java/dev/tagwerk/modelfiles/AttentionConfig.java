package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A decoder's attention.
 *
 * @param heads query heads
 * @param keyValueHeads key and value heads; divides {@code heads}
 * @param headDim width of one head; even, because rotary embedding pairs its halves
 * @param bias whether queries, keys and values have a bias
 * @param outputBias whether the output has one
 * @param scale what the scores are multiplied by, usually {@code 1/sqrt(headDim)}
 * @param scoreCap the scores s become {@code cap tanh(s/cap)}, where there is a cap (Gemma 2)
 * @param windows for each layer how many positions a token sees, itself included; 0 for all before
 *     it
 * @param rope positions, in layers without a window
 * @param windowRope positions in layers with one; the same but in Gemma 3
 */
public record AttentionConfig(
        int heads,
        int keyValueHeads,
        int headDim,
        boolean bias,
        boolean outputBias,
        double scale,
        OptionalDouble scoreCap,
        List<Integer> windows,
        Rope rope,
        Rope windowRope) {
    public AttentionConfig {
        windows = List.copyOf(windows);
        ModelConfig.positive("heads", heads);
        ModelConfig.positive("keyValueHeads", keyValueHeads);
        ModelConfig.positive("headDim", headDim);
        if (heads % keyValueHeads != 0) {
            throw new ModelFilesException(
                    "keyValueHeads (%d) must divide heads (%d)".formatted(keyValueHeads, heads));
        }
        if (headDim % 2 != 0) {
            throw new ModelFilesException("headDim must be even, but is " + headDim);
        }
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException("scale must be above 0, but is " + scale);
        }
        if (windows.stream().anyMatch(window -> window < 0)) {
            throw new ModelFilesException("windows must be 0 or more, but are " + windows);
        }
    }

    /** The positions of this layer. */
    public Rope rope(int layer) {
        return windows.get(layer) > 0 ? windowRope : rope;
    }

    /** Whether every layer sees everything before it, with the usual scores. */
    public boolean plain() {
        return scoreCap.isEmpty()
                && windows.stream().allMatch(window -> window == 0)
                && Math.abs(scale * Math.sqrt(headDim) - 1) < 1e-9;
    }
}
