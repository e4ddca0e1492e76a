package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Frozen linear maps of one input, each with an optional LoRA pair, forwards and backwards by hand.
 *
 * <p>{@code y = x Wᵀ + s (x' Aᵀ) Bᵀ} with {@code x'} the input after dropout. Backwards, with
 * {@code l = x' Aᵀ} kept: {@code dB = s dyᵀ l}, {@code dl = s dy B}, {@code dA = dlᵀ x'}, {@code dx
 * = dy W + mask (dl A)}. Nothing of size {@code [tokens, out]} is kept, and the frozen product
 * needs no input. The {@code A} of all maps stand in one matrix, so that the thin products with the
 * input are one.
 */
final class LoraGroup {
    private final List<Member> members;
    private final List<Member> adapted = new ArrayList<>();
    private final int ranks;

    /** The gradients are the worker's buffers, added to; null for what is not trained. */
    record Member(
            Linear linear,
            @Nullable LoraPair pair,
            @Nullable Tensor gradientA,
            @Nullable Tensor gradientB,
            @Nullable Tensor gradientBias) {

        int rank() {
            return pair == null ? 0 : Math.toIntExact(pair.a().size(0));
        }
    }

    LoraGroup(List<Member> members) {
        this.members = List.copyOf(members);
        int sum = 0;
        for (Member member : members) {
            sum += member.rank();
            if (member.pair() != null) {
                adapted.add(member);
            }
        }
        ranks = sum;
    }

    boolean anyAdapted() {
        return ranks > 0;
    }

    /** {@code x' Aᵀ [tokens, sum of ranks]}, or null without a pair. */
    @Nullable Tensor low(Tensor dropped) {
        return ranks == 0 ? null : torch.mm(typed(dropped), a().t());
    }

    /** {@code [tokens, in] -> [tokens, out]} for each map. */
    List<Tensor> forward(Tensor x, @Nullable Tensor low) {
        List<Tensor> outputs = new ArrayList<>();
        Tensor input = typed(x);
        int offset = 0;
        for (Member member : members) {
            Tensor y = member.linear().apply(input);
            LoraPair pair = member.pair();
            if (pair != null && low != null) {
                y.addmm_(
                        low.narrow(1, offset, member.rank()),
                        typed(pair.b()).t(),
                        new Scalar(1.0),
                        new Scalar(pair.scale()));
                offset += member.rank();
            }
            outputs.add(y);
        }
        return outputs;
    }

    /**
     * Adds the gradients of all pairs.
     *
     * @param arriving {@code [tokens, out]} for each map
     * @param dropped the input after dropout
     * @param low what {@link #low} returned
     * @param mask the dropout mask, or null without dropout
     * @param wanted whether anybody needs the gradient of the input
     * @return the gradient of the input {@code [tokens, in]}, or null when not wanted
     */
    @Nullable Tensor backward(
            List<Tensor> arriving,
            Tensor dropped,
            @Nullable Tensor low,
            @Nullable Tensor mask,
            boolean wanted) {
        Tensor gradient = null;
        Tensor lowGradient = low == null ? null : torch.empty_like(low); // [tokens, sum of ranks]
        int offset = 0;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            Tensor dy = typed(arriving.get(i));
            if (wanted) {
                gradient = throughFrozen(member.linear(), dy, gradient);
            }
            addRows(member.gradientBias(), dy);
            LoraPair pair = member.pair();
            if (pair != null && low != null && lowGradient != null) {
                Scalar scale = new Scalar(pair.scale());
                Tensor part = lowGradient.narrow(1, offset, member.rank());
                torch.mm_out(part, dy, typed(pair.b())).mul_(scale);
                addScaled(
                        member.gradientB(),
                        dy.t(),
                        low.narrow(1, offset, member.rank()),
                        pair.scale());
                offset += member.rank();
            }
        }
        if (lowGradient == null) {
            return gradient;
        }
        addToA(torch.mm(lowGradient.t(), typed(dropped)));
        if (gradient != null) {
            if (mask == null) {
                gradient.addmm_(lowGradient, a());
            } else {
                gradient.add_(torch.mm(lowGradient, a()).mul_(typed(mask)));
            }
        }
        return gradient;
    }

    // A quantised weight is made dense for this product alone.
    private static Tensor throughFrozen(Linear linear, Tensor dy, @Nullable Tensor sum) {
        return PointerScopes.keep(
                () ->
                        sum == null
                                ? torch.mm(dy, linear.typedWeight())
                                : sum.addmm_(dy, linear.typedWeight()));
    }

    private void addToA(Tensor gradients) {
        Tensor wide =
                gradients.scalar_type() == ScalarType.Float
                        ? gradients
                        : gradients.to(ScalarType.Float);
        int offset = 0;
        for (Member member : adapted) {
            Tensor buffer = member.gradientA();
            if (buffer != null) {
                buffer.add_(wide.narrow(0, offset, member.rank()));
            }
            offset += member.rank();
        }
    }

    private static void addScaled(
            @Nullable Tensor buffer, Tensor left, Tensor right, double scale) {
        if (buffer != null) {
            buffer.add_(torch.mm(left, right).to(ScalarType.Float).mul_(new Scalar(scale)));
        }
    }

    /** {@code dy [tokens, out]} summed over the tokens, in fp32. */
    private static void addRows(@Nullable Tensor buffer, Tensor dy) {
        if (buffer != null) {
            buffer.add_(dy.sum(new long[] {0}, false, Tensors.type(ScalarType.Float)));
        }
    }

    // made anew for each use: it is small, and a scope's end would free it
    private Tensor a() {
        return typed(Tensors.cat(adapted.stream().map(Member::pair).map(LoraGroup::a).toList(), 0));
    }

    private static Tensor a(@Nullable LoraPair pair) {
        if (pair == null) {
            throw new ModelException("a linear map without a LoRA pair has no A");
        }
        return pair.a();
    }

    private Tensor typed(Tensor tensor) {
        ScalarType compute = members.getFirst().linear().compute();
        return tensor.scalar_type() == compute ? tensor : tensor.to(compute);
    }
}
