package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.OptionalDouble;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * From last hidden states to logits: {@code cap tanh(s x Wᵀ / cap)}, without the cap in most
 * decoders.
 *
 * @param weight {@code [vocab, hidden]}
 * @param linear the same as a linear map
 * @param scale of the hidden states (MiniCPM)
 * @param cap of the logits (Gemma 2)
 */
record LanguageHead(
        Tensor weight, Linear linear, double scale, OptionalDouble cap, Placement placement) {
    static LanguageHead of(ModelConfig config, Tensor weight, Placement placement) {
        return new LanguageHead(
                weight,
                new Linear(new Matrix.Dense(weight), null, placement.compute().scalarType()),
                config.scales().hidden(),
                config.logitCap(),
                placement);
    }

    /**
     * Logits over the vocabulary, fp32 {@code [n, vocab]}.
     *
     * @param dropped {@code hidden} after the adapter's dropout
     */
    Tensor logits(Tensor hidden, Overlay overlay, Tensor dropped) {
        Tensor x = scaled(hidden);
        Tensor logits = linear.apply(x, overlay.head(), scaled(dropped));
        Tensor wide =
                logits.scalar_type() == ScalarType.Float ? logits : logits.to(ScalarType.Float);
        return capped(overlay.headTokens().map(own -> own.logits(wide, x, placement)).orElse(wide));
    }

    /** Logits of some vocabulary entries only, fp32 {@code [n, ids]}. */
    Tensor logitsOf(Tensor hidden, Overlay overlay, long[] ids) {
        Tensor which = Tensors.longs(placement, ids);
        Tensor base = weight.index_select(0, which).to(ScalarType.Float);
        Tensor rows = overlay.headTokens().map(own -> own.into(base, ids, placement)).orElse(base);
        Tensor x = scaled(hidden);
        Tensor logits = torch.mm(x, rows.t());
        return capped(
                overlay.head()
                        .map(
                                pair ->
                                        torch.addmm(
                                                logits,
                                                torch.mm(x, pair.a().t()), // [n, rank]
                                                pair.b().index_select(0, which).t(),
                                                new Scalar(1.0),
                                                new Scalar(pair.scale())))
                        .orElse(logits));
    }

    private Tensor scaled(Tensor hidden) {
        return scale == 1 ? hidden : hidden.mul(Tensors.scalar(scale));
    }

    private Tensor capped(Tensor logits) {
        if (cap.isEmpty()) {
            return logits;
        }
        double most = cap.getAsDouble();
        return logits.mul(Tensors.scalar(1 / most)).tanh().mul(Tensors.scalar(most));
    }
}
