package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.NormKind;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation over the last dimension, computed in fp32: root mean square (Zhang and Sennrich
 * 2019, arXiv:1910.07467; as {@code LlamaRMSNorm} and, with one added to the weight, {@code
 * Gemma2RMSNorm} in transformers), or layer normalisation (Ba et al. 2016, arXiv:1607.06450).
 *
 * @param bias of layer normalisation, null for the others
 */
record Normalization(NormKind kind, Tensor weight, @Nullable Tensor bias, double epsilon) {
    static Normalization of(ModelConfig config, WeightSource weights, String name, long size) {
        NormKind kind = config.architecture().norm();
        return new Normalization(
                kind,
                weights.get(name + ".weight", size),
                kind == NormKind.LAYER ? weights.get(name + ".bias", size) : null,
                config.normEpsilon());
    }

    Tensor apply(Tensor x) {
        Tensor wide = wide(x);
        Tensor normed = kind == NormKind.LAYER ? layer(wide) : rms(wide);
        return x.scalar_type() == ScalarType.Float ? normed : normed.to(x.scalar_type());
    }

    private Tensor rms(Tensor x) {
        return x.mul(inverse(x.square().mean(new long[] {-1}, true, floats()))).mul(factor());
    }

    private Tensor layer(Tensor x) {
        return torch.layer_norm(
                x,
                new long[] {x.size(x.dim() - 1)},
                new TensorOptional(weight),
                bias == null ? new TensorOptional() : new TensorOptional(bias),
                epsilon,
                false);
    }

    // One more than the weight in Gemma's; added anew each time, because training changes it.
    private Tensor factor() {
        return kind == NormKind.RMS_OFFSET ? weight.add(Tensors.scalar(1)) : weight;
    }

    /**
     * The gradient of the input from that of the output. With {@code g = dy w}: for a root mean
     * square {@code r = 1/rms(x)} and {@code dx = r (g - x r² mean(g x))}; for layer normalisation
     * {@code r = 1/std(x)}, {@code n = (x - mean(x)) r} and {@code dx = r (g - mean(g) - n mean(g
     * n))}. {@code x} and {@code arriving} fp32, of one shape; {@code arriving} is written over.
     */
    Tensor back(Tensor x, Tensor arriving) {
        Tensor wide = wide(x);
        Tensor weighted = arriving.mul_(factor());
        if (kind == NormKind.LAYER) {
            Tensor centred = wide.sub(mean(wide));
            Tensor inverse = inverse(mean(centred.square()));
            Tensor normed = centred.mul_(inverse);
            Tensor projection = mean(weighted.mul(normed));
            Tensor average = mean(weighted);
            return weighted.sub_(average).sub_(normed.mul_(projection)).mul_(inverse);
        }
        Tensor inverse = inverse(mean(wide.square()));
        Tensor projection = mean(weighted.mul(wide)).mul_(inverse).mul_(inverse);
        return weighted.sub_(wide.mul(projection)).mul_(inverse);
    }

    private Tensor inverse(Tensor square) {
        return square.add_(Tensors.scalar(epsilon)).rsqrt_();
    }

    private static Tensor mean(Tensor x) {
        return x.mean(new long[] {-1}, true, floats());
    }

    private static org.bytedeco.pytorch.ScalarTypeOptional floats() {
        return Tensors.type(ScalarType.Float);
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }
}
