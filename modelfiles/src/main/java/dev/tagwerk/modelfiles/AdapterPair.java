package dev.tagwerk.modelfiles;

/**
 * The two matrices of one module's low-rank change: {@code W + scale B A}; for an embedding, whose
 * {@code W} is [vocabulary, hidden], {@code W + scale (B A)ᵀ}.
 *
 * @param module the module's path in the base, with {@code model.} where a causal language model
 *     has it: {@code model.layers.0.self_attn.q_proj}, {@code model.embed_tokens}, {@code lm_head}
 * @param a [rank, in]; [rank, vocabulary] for an embedding
 * @param b [out, rank]; [hidden, rank] for an embedding
 * @param strength rank, alpha and scale of this module
 * @param embedding whether the module looks rows up instead of multiplying
 */
public record AdapterPair(
        String module,
        TensorBytes a,
        TensorBytes b,
        AdapterRanks.Module strength,
        boolean embedding) {
    /** What the product of the two matrices is multiplied with. */
    public double scale() {
        return strength.scale();
    }
}
