package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Attention of one block, forwards and, once, backwards; what it needs in between it keeps. */
interface AttentionPass extends AutoCloseable {
    /** {@code [queries, heads * d]}, fp32. */
    Tensor forward();

    /**
     * @param arriving the gradient of {@link #forward}'s result
     * @param output that result
     */
    AttentionGradient.Gradients backward(Tensor arriving, Tensor output);

    @Override
    void close();

    /**
     * By hand on the processor; by libtorch's kernels on a GPU, and for the few queries of a last
     * block.
     *
     * @param q {@code [queries, heads, d]}, rotated and scaled
     * @param k {@code [tokens, kvHeads, d]}, rotated
     * @param v {@code [tokens, kvHeads, d]}
     * @param selected whether the queries are the batch's selected positions only
     */
    static AttentionPass of(
            Tensor q, Tensor k, Tensor v, TokenRows batch, boolean selected, Block block) {
        Placement placement = block.placement();
        LayerAttention attention = block.attention();
        if (selected || placement.cuda() && !batch.sharing()) {
            return new DifferentiatedAttention(q, k, v, batch, selected, attention);
        }
        ScalarType type =
                placement.compute() == Precision.BF16 ? ScalarType.BFloat16 : ScalarType.Float;
        return new AttentionGradient(q, k, v, batch.runs(), attention, type);
    }
}
