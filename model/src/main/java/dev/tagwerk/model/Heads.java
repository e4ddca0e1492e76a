package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Queries, keys and values, or their gradients, fp32.
 *
 * @param query {@code [tokens, heads, d]}, before rotation
 * @param key {@code [tokens, kvHeads, d]}, before rotation
 * @param value {@code [tokens, kvHeads, d]}
 */
record Heads(Tensor query, Tensor key, Tensor value) {
    /**
     * From one matrix's result {@code [tokens, (heads + 2 kvHeads) * d]}: for each key/value head
     * its query heads, then its key, then its value (as {@code FalconAttention} in transformers).
     */
    static Heads fused(Tensor x, ModelConfig config) {
        long groups = config.keyValueHeads();
        long perGroup = config.heads() / groups;
        int d = config.headDim();
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        Tensor grouped = wide.view(x.size(0), groups, perGroup + 2, d);
        return new Heads(
                grouped.narrow(2, 0, perGroup).reshape(x.size(0), config.heads(), d),
                grouped.select(2, perGroup),
                grouped.select(2, perGroup + 1));
    }

    /**
     * The gradient of {@link #fused}'s input.
     *
     * @param positions where the queries stand, or null for all tokens
     */
    Tensor fusedBack(ModelConfig config, @Nullable Tensor positions) {
        long tokens = key.size(0);
        long groups = config.keyValueHeads();
        long perGroup = config.heads() / groups;
        int d = config.headDim();
        Tensor own = query.reshape(-1, groups, perGroup, d);
        Tensor all =
                positions == null
                        ? own
                        : torch.zeros(new long[] {tokens, groups, perGroup, d}, key.options())
                                .index_add_(0, positions, own);
        return Tensors.cat(List.of(all, key.unsqueeze(2), value.unsqueeze(2)), 2)
                .reshape(tokens, -1);
    }

    /** The same with some of the queries. */
    Heads select(Tensor positions) {
        return new Heads(query.index_select(0, positions), key, value);
    }
}
