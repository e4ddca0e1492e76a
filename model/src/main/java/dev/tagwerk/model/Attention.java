package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

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
                    Arrays.fill(
                            mask,
                            i * row.length + position + 1,
                            (i + 1) * row.length,
                            Float.NEGATIVE_INFINITY);
                }
                var run = new TokenRows.Run(start, 1, row.length);
                Tensor out =
                        masked(
                                heads(q, new TokenRows.Run(first, 1, count)),
                                heads(k, run),
                                heads(v, run),
                                Tensors.floats(placement, mask, count, row.length));
                outputs.add(out.transpose(1, 2).reshape(count, q.size(1), q.size(2)));
            }
            start += row.length;
        }
        return Tensors.cat(outputs, 0);
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
