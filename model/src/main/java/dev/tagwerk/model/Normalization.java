package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Root mean square normalisation over the last dimension, computed in fp32 (Zhang and Sennrich 2019,
 * arXiv:1910.07467; as {@code Qwen3RMSNorm} and {@code LlamaRMSNorm} in transformers).
 */
record Normalization(Tensor weight, double epsilon) {
    Tensor apply(Tensor x) {
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        Tensor variance = wide.square().mean(new long[] {-1}, true, Tensors.type(ScalarType.Float));
        Tensor normed = wide.mul(variance.add_(Tensors.scalar(epsilon)).rsqrt_());
        Tensor scaled = normed.mul(weight);
        return x.scalar_type() == ScalarType.Float ? scaled : scaled.to(x.scalar_type());
    }
}
