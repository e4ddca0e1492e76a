package dev.tagwerk.model;

import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** A linear map {@code y = x Wᵀ + b}; {@code W} is {@code [out, in]}. */
final class Linear {
    private final Matrix weight;
    private final @Nullable Tensor bias;
    private final ScalarType compute;

    /** {@code compute} is the type of the product; trainable weights may be kept wider. */
    Linear(Matrix weight, @Nullable Tensor bias, ScalarType compute) {
        this.weight = weight;
        this.bias = bias;
        this.compute = compute;
    }

    /** The weight in the type of the product; a quantised one is made dense for the caller. */
    Tensor typedWeight() {
        return weight.dense(compute);
    }

    ScalarType compute() {
        return compute;
    }

    /** {@code x [n, in] -> [n, out]} in the compute type. */
    Tensor apply(Tensor x) {
        return PointerScopes.keep(
                () -> {
                    Tensor typed = as(compute, x);
                    Tensor transposed = typedWeight().t();
                    return bias == null
                            ? torch.mm(typed, transposed)
                            : torch.addmm(
                                    as(compute, bias),
                                    typed,
                                    transposed,
                                    new Scalar(1.0),
                                    new Scalar(1.0));
                });
    }

    /**
     * The same with a LoRA correction; {@code dropped} is {@code x} after the adapter's dropout.
     *
     * <p>{@code addmm} adds the correction without another {@code [n, out]} tensor.
     */
    Tensor apply(Tensor x, Optional<LoraPair> lora, Tensor dropped) {
        Tensor y = apply(x);
        if (lora.isEmpty()) {
            return y;
        }
        LoraPair pair = lora.get();
        Tensor low = torch.mm(as(compute, dropped), as(compute, pair.a()).t()); // [n, rank]
        return torch.addmm(
                y, low, as(compute, pair.b()).t(), new Scalar(1.0), new Scalar(pair.scale()));
    }

    private static Tensor as(ScalarType type, Tensor tensor) {
        return tensor.scalar_type() == type ? tensor : tensor.to(type);
    }
}
