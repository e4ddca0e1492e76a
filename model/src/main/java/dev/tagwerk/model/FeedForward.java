package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Activation;
import dev.tagwerk.modelfiles.ModelConfig;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The inner function of a feed-forward block, with a gate (Shazeer 2020, arXiv:2002.05202) or
 * without.
 */
record FeedForward(Activation activation, boolean gated) {
    static FeedForward of(ModelConfig config) {
        return new FeedForward(config.activation(), config.architecture().gated());
    }

    /** {@code act(gate) * up}, all {@code [n, intermediate]}. */
    Tensor apply(Tensor gate, Tensor up) {
        return apply(gate).mul(up);
    }

    /** The gradient of {@code x} from that of {@code act(x)}. */
    Tensor back(Tensor arriving, Tensor x) {
        return switch (activation) {
            case SILU -> torch.silu_backward(arriving, x);
            case GELU -> torch.gelu_backward(arriving, x);
            case GELU_TANH -> torch.gelu_backward(arriving, x, "tanh");
        };
    }

    /** {@code act(x)}. */
    Tensor apply(Tensor x) {
        return switch (activation) {
            case SILU -> torch.silu(x);
            case GELU -> torch.gelu(x);
            case GELU_TANH -> torch.gelu(x, "tanh");
        };
    }
}
