package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Causal scaled dot product attention with grouped key/value heads (Vaswani et al. 2017,
 * arXiv:1706.03762; Ainslie et al. 2023, arXiv:2305.13245), row by row over a flat batch, in fp32.
 */
final class Attention {
    private Attention() {}

    /** {@code q [tokens, heads, d], k, v [tokens, kvHeads, d] -> [tokens, heads, d]}. */
    static Tensor rows(Tensor q, Tensor k, Tensor v, List<TokenRows.Run> runs) {
        List<Tensor> outputs = new ArrayList<>();
        for (TokenRows.Run run : runs) {
            if (run.continued() >= 0) {
                throw new ModelException("rows that continue others are computed by hand only");
            }
            Tensor out = causal(heads(q, run), heads(k, run), heads(v, run));
            outputs.add(out.transpose(1, 2).reshape(run.tokens(), q.size(1), q.size(2)));
        }
        return Tensors.cat(outputs, 0);
    }

    /**
     * The same for selected query positions only: {@code q [selected, heads, d]} against all keys
     * of their rows; {@code selected} holds ascending flat positions.
     */
    static Tensor selected(
            Tensor q, Tensor k, Tensor v, TokenRows batch, long[] selected, Placement placement) {
        List<Tensor> outputs = new ArrayList<>();
        int[] starts = new int[batch.rows().size()];
        int start = 0;
        int next = 0;
        for (int r = 0; r < starts.length; r++) {
            starts[r] = start;
            int length = batch.rows().get(r).length;
            int first = next;
            while (next < selected.length && selected[next] < start + length) {
                next++;
            }
            int count = next - first;
            if (count > 0) {
                int before = batch.continued()[r];
                int earlier = before < 0 ? 0 : batch.rows().get(before).length;
                int seen = earlier + length;
                float[] mask = new float[count * seen];
                for (int i = 0; i < count; i++) {
                    int position = earlier + (int) (selected[first + i] - start);
                    Arrays.fill(
                            mask, i * seen + position + 1, (i + 1) * seen, Float.NEGATIVE_INFINITY);
                }
                var own = new TokenRows.Run(start, 1, length);
                var run = before < 0 ? null : new TokenRows.Run(starts[before], 1, earlier);
                Tensor out =
                        masked(
                                heads(q, new TokenRows.Run(first, 1, count)),
                                joined(k, run, own),
                                joined(v, run, own),
                                Tensors.floats(placement, mask, count, seen));
                outputs.add(out.transpose(1, 2).reshape(count, q.size(1), q.size(2)));
            }
            start += length;
        }
        return Tensors.cat(outputs, 0);
    }

    // the keys or values of a row behind those of the row that it continues
    private static Tensor joined(Tensor x, TokenRows.@Nullable Run before, TokenRows.Run own) {
        return before == null
                ? heads(x, own)
                : Tensors.cat(List.of(heads(x, before), heads(x, own)), 2);
    }

    /** {@code [tokens, heads, d] -> [rows, heads, length, d]}, a view. */
    static Tensor heads(Tensor x, TokenRows.Run run) {
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        return wide.narrow(0, run.start(), run.tokens())
                .view(run.count(), run.length(), x.size(1), x.size(2))
                .transpose(1, 2);
    }

    static Tensor causal(Tensor q, Tensor k, Tensor v) {
        return torch.scaled_dot_product_attention(
                q,
                k,
                v,
                new TensorOptional(),
                0.0,
                true,
                new DoubleOptional(),
                q.size(1) != k.size(1));
    }

    static Tensor masked(Tensor q, Tensor k, Tensor v, Tensor mask) {
        return torch.scaled_dot_product_attention(
                q,
                k,
                v,
                new TensorOptional(mask),
                0.0,
                false,
                new DoubleOptional(),
                q.size(1) != k.size(1));
    }
}
