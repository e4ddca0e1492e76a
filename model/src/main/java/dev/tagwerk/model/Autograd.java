package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Gradients by libtorch's autograd, on the calling thread. */
final class Autograd {
    private Autograd() {}

    /**
     * Gradients of {@code output} with respect to {@code inputs}; undefined tensors for those it
     * does not depend on.
     *
     * @param arriving the gradient of {@code output}, or null for a scalar's 1
     */
    static List<Tensor> gradients(Tensor output, List<Tensor> inputs, @Nullable Tensor arriving) {
        if (inputs.isEmpty()) {
            return List.of();
        }
        TensorVector result;
        try (PointerScope scope = new PointerScope()) {
            TensorVector given = arriving == null ? new TensorVector() : new TensorVector(arriving);
            result =
                    torch.grad(
                            new TensorVector(output),
                            Tensors.vector(inputs),
                            given,
                            new BoolOptional(false),
                            false,
                            true);
            result.retainReference();
        }
        List<Tensor> list = new ArrayList<>();
        for (long i = 0; i < result.size(); i++) {
            list.add(new Tensor(result.get(i)));
        }
        result.releaseReference();
        return list;
    }
}
