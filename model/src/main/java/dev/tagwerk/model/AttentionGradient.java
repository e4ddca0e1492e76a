package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Causal attention over a flat batch, forwards and backwards by hand, for one worker: queries in
 * blocks, each against the keys that it may see and no others, so that almost half of the products
 * fall away.
 *
 * <p>With {@code P = softmax(s q kᵀ)} and {@code o = P v}: {@code dv = Pᵀ do}, {@code dP = do vᵀ},
 * {@code dS = P (dP - rowsum(do o))}, {@code dq = s dS k}, {@code dk = s dSᵀ q} (Dao et al. 2022,
 * arXiv:2205.14135, appendix B); under a cap c on scores, {@code dS} times {@code 1 - tanh²(S/c)}.
 * Probabilities of short rows are kept, those of long rows made again.
 */
final class AttentionGradient implements AttentionPass {
    private static final int KEPT_LENGTH = 512;

    private final List<TokenRows.Run> runs;
    private final List<AttentionRun> parts = new ArrayList<>();
    private final int heads;
    private final int headDim;
    private final Kept kept = new Kept();

    /**
     * @param q {@code [tokens, heads, d]}, fp32
     * @param k {@code [tokens, kvHeads, d]}
     * @param v {@code [tokens, kvHeads, d]}
     * @param attention the layer's window and cap
     * @param type of the products
     */
    AttentionGradient(
            Tensor q,
            Tensor k,
            Tensor v,
            List<TokenRows.Run> runs,
            LayerAttention attention,
            ScalarType type) {
        this.runs = runs;
        heads = Math.toIntExact(q.size(1));
        headDim = Math.toIntExact(q.size(2));
        for (TokenRows.Run run : runs) {
            AttentionRun before = run.continued() < 0 ? null : parts.get(run.continued());
            parts.add(new AttentionRun(run, before, q, k, v, attention, type, kept));
        }
    }

    @Override
    public Tensor forward() {
        List<Tensor> outputs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            AttentionRun part = parts.get(i);
            boolean keep = runs.get(i).length() + part.earlierKeys() <= KEPT_LENGTH;
            Tensor output;
            try (PointerScope temporary = new PointerScope()) {
                output = part.forward(keep, kept);
                output.retainReference();
            }
            attach(output);
            outputs.add(output);
        }
        return Tensors.cat(outputs, 0);
    }

    /** The gradients of queries, keys and values, fp32, shaped as those. */
    record Gradients(Tensor query, Tensor key, Tensor value) {}

    @Override
    public Gradients backward(Tensor arriving, Tensor output) {
        Tensor products = arriving.mul(output).view(arriving.size(0), heads, headDim);
        Tensor delta = products.sum(new long[] {-1}); // [tokens, heads]
        Tensor wide = arriving.view(arriving.size(0), heads, headDim);
        // later runs first: they add to the keys and values of the run that they continue
        for (int i = parts.size() - 1; i >= 0; i--) {
            try (PointerScope temporary = new PointerScope()) {
                parts.get(i).backward(wide, delta, kept);
            }
        }
        return new Gradients(
                gather(AttentionRun::queryGradient),
                gather(AttentionRun::keyGradient),
                gather(AttentionRun::valueGradient));
    }

    private interface Part {
        Tensor of(AttentionRun run);
    }

    private Tensor gather(Part part) {
        return Tensors.cat(parts.stream().map(part::of).toList(), 0);
    }

    private static void attach(Tensor tensor) {
        @Nullable PointerScope outer = PointerScope.getInnerScope();
        if (outer != null) {
            outer.attach(tensor);
            tensor.releaseReference();
        }
    }

    @Override
    public void close() {
        kept.close();
    }
}
