package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AttentionConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * One layer's attention over a flat batch, in fp32: a window is a mask, a cap on the scores (Gemma
 * 2, arXiv:2408.00118) takes explicit products, everything else goes the way of {@link Attention}.
 * Queries are {@link #scaled} first, so that scores are divided by the root of the head's size
 * whatever the model's scale.
 *
 * @param window how many positions a token sees, itself included; 0 for all before it
 */
record LayerAttention(AttentionConfig config, int window, Placement placement) {
    static LayerAttention of(AttentionConfig config, int layer, Placement placement) {
        return new LayerAttention(config, config.windows().get(layer), placement);
    }

    /** Whether rows of this length see everything before each token, by scores without a cap. */
    boolean plain(int longest) {
        return config.scoreCap().isEmpty() && (window == 0 || window >= longest);
    }

    /** Queries, or their gradients, times what the model's scale is of the usual one. */
    Tensor scaled(Tensor q) {
        double factor = config.scale() * Math.sqrt(config.headDim());
        return Math.abs(factor - 1) < 1e-9 ? q : q.mul(Tensors.scalar(factor));
    }

    /** {@code q [tokens, heads, d], k, v [tokens, kvHeads, d] -> [tokens, heads, d]}. */
    Tensor rows(Tensor q, Tensor k, Tensor v, TokenRows batch) {
        if (plain(batch.longest())) {
            return Attention.rows(q, k, v, batch.runs());
        }
        requireAlone(batch);
        List<Tensor> outputs = new ArrayList<>();
        for (TokenRows.Run run : batch.runs()) {
            Tensor out =
                    attended(
                            Attention.heads(q, run),
                            Attention.heads(k, run),
                            Attention.heads(v, run),
                            mask(run.length()));
            outputs.add(out.transpose(1, 2).reshape(run.tokens(), q.size(1), q.size(2)));
        }
        return Tensors.cat(outputs, 0);
    }

    /**
     * The same for the batch's selected positions only: {@code q [selected, heads, d]} against all
     * keys of their rows.
     */
    Tensor selected(Tensor q, Tensor k, Tensor v, TokenRows batch) {
        long[] selected = batch.selected();
        if (plain(batch.longest())) {
            return Attention.selected(q, k, v, batch, selected, placement);
        }
        requireAlone(batch);
        List<Tensor> outputs = new ArrayList<>();
        int start = 0;
        int next = 0;
        for (int[] row : batch.rows()) {
            int first = next;
            while (next < selected.length && selected[next] < start + row.length) {
                next++;
            }
            int count = next - first;
            if (count > 0) {
                float[] mask = new float[count * row.length];
                for (int i = 0; i < count; i++) {
                    int position = (int) (selected[first + i] - start);
                    int behind = i * row.length + position + 1;
                    Arrays.fill(mask, behind, (i + 1) * row.length, Float.NEGATIVE_INFINITY);
                    if (window > 0 && position >= window) {
                        Arrays.fill(mask, i * row.length, behind - window, Float.NEGATIVE_INFINITY);
                    }
                }
                var run = new TokenRows.Run(start, 1, row.length);
                Tensor out =
                        attended(
                                Attention.heads(q, new TokenRows.Run(first, 1, count)),
                                Attention.heads(k, run),
                                Attention.heads(v, run),
                                Tensors.floats(placement, mask, count, row.length));
                outputs.add(out.transpose(1, 2).reshape(count, q.size(1), q.size(2)));
            }
            start += row.length;
        }
        return Tensors.cat(outputs, 0);
    }

    private static void requireAlone(TokenRows batch) {
        if (batch.sharing()) {
            throw new ModelException("rows that continue others have no windows and no caps");
        }
    }

    /**
     * One row against cached keys: {@code q [1, heads, n, d], k, v [1, kvHeads, m, d] -> [1, heads,
     * n, d]}; {@code mask [n, m]} is added to the scores and holds the window already.
     */
    Tensor masked(Tensor q, Tensor k, Tensor v, Tensor mask) {
        return attended(q, k, v, mask);
    }

    /** What is added to the scores of a row's tokens, or null where the order alone decides. */
    private @Nullable Tensor mask(int length) {
        boolean narrow = window > 0 && window < length;
        if (!narrow && config.scoreCap().isEmpty()) {
            return null;
        }
        Tensor seen =
                torch.ones(new long[] {length, length}, placement.options(ScalarType.Float)).tril();
        Tensor kept = narrow ? seen.triu(1L - window) : seen;
        return kept.log_(); // 0 where seen, minus infinity elsewhere
    }

    private Tensor attended(Tensor q, Tensor k, Tensor v, @Nullable Tensor mask) {
        if (mask == null) {
            return Attention.causal(q, k, v);
        }
        return config.scoreCap().isPresent()
                ? capped(q, k, v, mask, config.scoreCap().getAsDouble())
                : Attention.masked(q, k, v, mask);
    }

    private static Tensor capped(Tensor q, Tensor k, Tensor v, Tensor mask, double cap) {
        long rows = q.size(0);
        long groups = k.size(1);
        long perGroup = q.size(1) / groups;
        long queries = q.size(2);
        Tensor grouped =
                q.reshape(rows, groups, perGroup * queries, q.size(3)); // query heads of one key
        Tensor scores =
                torch.matmul(grouped, k.transpose(2, 3)) // [rows, kvHeads, perGroup * n, m]
                        .mul(Tensors.scalar(1 / (Math.sqrt(q.size(3)) * cap)))
                        .tanh()
                        .mul(Tensors.scalar(cap))
                        .view(rows, groups, perGroup, queries, k.size(2));
        Tensor weights =
                torch.softmax(scores.add(mask), -1)
                        .view(rows, groups, perGroup * queries, k.size(2));
        return torch.matmul(weights, v).view(q.shape());
    }
}
