package dev.tagwerk.model;

import java.util.List;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Attention that libtorch differentiates, cut off what comes before it. */
final class DifferentiatedAttention implements AttentionPass {
    private final Kept kept = new Kept();
    private final Tensor query;
    private final Tensor key;
    private final Tensor value;
    private final TokenRows batch;
    private final boolean selected;
    private final LayerAttention attention;
    private @Nullable Tensor result; // [queries, heads, d], with its graph

    DifferentiatedAttention(
            Tensor q,
            Tensor k,
            Tensor v,
            TokenRows batch,
            boolean selected,
            LayerAttention attention) {
        query = leaf(q);
        key = leaf(k);
        value = leaf(v.contiguous());
        this.batch = batch;
        this.selected = selected;
        this.attention = attention;
    }

    private Tensor leaf(Tensor x) {
        return kept.keep(x.detach().requires_grad_(true));
    }

    @Override
    public Tensor forward() {
        Tensor out;
        try (AutoGradMode on = new AutoGradMode(true)) {
            out =
                    selected
                            ? attention.selected(query, key, value, batch)
                            : attention.rows(query, key, value, batch);
        }
        result = kept.keep(out);
        return out.detach().reshape(out.size(0), out.size(1) * out.size(2));
    }

    @Override
    public AttentionGradient.Gradients backward(Tensor arriving, Tensor output) {
        Tensor out = result;
        if (out == null) {
            throw new ModelException("backward before forward");
        }
        List<Tensor> gradients =
                Autograd.gradients(out, List.of(query, key, value), arriving.view(out.shape()));
        return new AttentionGradient.Gradients(
                gradients.get(0), gradients.get(1), gradients.get(2));
    }

    @Override
    public void close() {
        kept.close();
    }
}
