package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Root mean square normalisation over the last dimension, computed in fp32 (Zhang and Sennrich
 * 2019, arXiv:1910.07467; as {@code Qwen3RMSNorm} and {@code LlamaRMSNorm} in transformers).
 */
record Normalization(Tensor weight, double epsilon) {
    Tensor apply(Tensor x) {
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        Tensor variance = wide.square().mean(new long[] {-1}, true, Tensors.type(ScalarType.Float));
        Tensor normed = wide.mul(variance.add_(Tensors.scalar(epsilon)).rsqrt_());
        Tensor scaled = normed.mul(weight);
        return x.scalar_type() == ScalarType.Float ? scaled : scaled.to(x.scalar_type());
    }

    /**
     * The gradient of the input from that of the output: with {@code r = 1/rms(x)} and {@code g =
     * dy w}, {@code dx = r (g - x r² mean(g x))}. {@code x} and {@code arriving} fp32, of one
     * shape; {@code arriving} is written over.
     */
    Tensor back(Tensor x, Tensor arriving) {
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        Tensor inverse =
                wide.square()
                        .mean(new long[] {-1}, true, Tensors.type(ScalarType.Float))
                        .add_(Tensors.scalar(epsilon))
                        .rsqrt_();
        Tensor weighted = arriving.mul_(weight);
        Tensor projection =
                weighted.mul(wide)
                        .mean(new long[] {-1}, true, Tensors.type(ScalarType.Float))
                        .mul_(inverse)
                        .mul_(inverse);
        return weighted.sub_(wide.mul(projection)).mul_(inverse);
    }
}
