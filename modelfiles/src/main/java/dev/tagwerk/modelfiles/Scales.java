package dev.tagwerk.modelfiles;

/**
 * Constant factors along the residual stream; all 1 in most decoders.
 *
 * @param embedding of the embedded tokens (Gemma: the root of the hidden size; MiniCPM)
 * @param branch of what attention and feed-forward add to the stream (MiniCPM)
 * @param hidden of the last hidden states before the language model head (MiniCPM)
 */
public record Scales(double embedding, double branch, double hidden) {
    static final Scales NONE = new Scales(1, 1, 1);

    public Scales {
        above0("embedding", embedding);
        above0("branch", branch);
        above0("hidden", hidden);
    }

    private static void above0(String field, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException(field + " must be above 0, but is " + value);
        }
    }
}
