package dev.tagwerk.model;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A frozen linear map with an optional LoRA pair, forwards and backwards by hand.
 *
 * <p>{@code y = x Wᵀ + s (x' Aᵀ) Bᵀ} with {@code x'} the input after dropout. Backwards, with
 * {@code l = x' Aᵀ} kept: {@code dB = s dyᵀ l}, {@code dl = s dy B}, {@code dA = dlᵀ x'}, {@code dx
 * = dy W + mask (dl A)}. Nothing of size {@code [tokens, out]} is kept, and the frozen product
 * needs no input.
 */
final class LoraGradient {
    private final Linear linear;
    private final @Nullable LoraPair pair;
    private final @Nullable Tensor gradientA;
    private final @Nullable Tensor gradientB;

    /** The gradients are the worker's buffers, added to; all null without a pair. */
    LoraGradient(
            Linear linear,
            @Nullable LoraPair pair,
            @Nullable Tensor gradientA,
            @Nullable Tensor gradientB) {
        this.linear = linear;
        this.pair = pair;
        this.gradientA = gradientA;
        this.gradientB = gradientB;
    }

    boolean adapted() {
        return pair != null;
    }

    /** {@code x' Aᵀ [tokens, rank]}, or null without a pair. */
    @Nullable Tensor low(Tensor dropped) {
        return pair == null ? null : torch.mm(typed(dropped), typed(pair.a()).t());
    }

    /** {@code [tokens, in] -> [tokens, out]}. */
    Tensor forward(Tensor x, @Nullable Tensor low) {
        Tensor y = linear.apply(x);
        if (pair != null && low != null) {
            y.addmm_(low, typed(pair.b()).t(), new Scalar(1.0), new Scalar(pair.scale()));
        }
        return y;
    }

    /**
     * Adds this map's gradients, and adds to {@code input} (made when null) what flows back through
     * it.
     *
     * @param arriving {@code [tokens, out]}
     * @param dropped the input after dropout
     * @param mask the dropout mask, or null without dropout
     * @param wanted whether anybody needs the gradient of the input
     * @return the gradient of the input, fp32 {@code [tokens, in]}, or null when not wanted
     */
    @Nullable Tensor backward(
            Tensor arriving,
            Tensor dropped,
            @Nullable Tensor low,
            @Nullable Tensor mask,
            @Nullable Tensor input,
            boolean wanted) {
        Tensor dy = typed(arriving);
        Tensor gradient = input;
        if (wanted) {
            if (gradient == null) {
                gradient = torch.mm(dy, linear.typedWeight());
            } else {
                gradient.addmm_(dy, linear.typedWeight());
            }
        }
        if (pair == null || low == null || gradientA == null || gradientB == null) {
            return gradient;
        }
        Tensor lowGradient = torch.mm(dy, typed(pair.b())).mul_(new Scalar(pair.scale()));
        add(gradientB, torch.mm(dy.t(), low).mul_(new Scalar(pair.scale())));
        add(gradientA, torch.mm(lowGradient.t(), typed(dropped)));
        if (wanted && gradient != null) {
            if (mask == null) {
                gradient.addmm_(lowGradient, typed(pair.a()));
            } else {
                gradient.add_(torch.mm(lowGradient, typed(pair.a())).mul_(typed(mask)));
            }
        }
        return gradient;
    }

    private static void add(Tensor buffer, Tensor gradient) {
        buffer.add_(
                gradient.scalar_type() == ScalarType.Float
                        ? gradient
                        : gradient.to(ScalarType.Float));
    }

    private Tensor typed(Tensor tensor) {
        return tensor.scalar_type() == linear.compute() ? tensor : tensor.to(linear.compute());
    }
}
