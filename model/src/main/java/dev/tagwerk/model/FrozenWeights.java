package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdaptedWeights;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.TensorSource;
import dev.tagwerk.modelfiles.WeightStore;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Weights from files; norms and biases stay fp32 where they are added in fp32.
 *
 * @param source the weights
 * @param lasting files that stay open as long as the tensors are used, so that these may lie on the
 *     mapped file itself; null to copy everything
 * @param quantization of the blocks' matrices, or null
 */
record FrozenWeights(
        TensorSource source,
        @Nullable WeightStore lasting,
        Placement placement,
        @Nullable Quantization quantization)
        implements WeightSource {

    @Override
    public boolean ownHead() {
        return source instanceof NamedWeights named
                && named.files() instanceof AdaptedWeights adapted
                && adapted.ownHead();
    }

    @Override
    public Tensor get(String name, long... shape) {
        TensorBytes bytes = found(name, shape);
        boolean norm = shape.length == 1 && (name.contains("norm") || name.contains(".ln_"));
        ScalarType stored = placement.storage().scalarType();
        ScalarType wanted = norm ? ScalarType.Float : placement.compute().scalarType();
        if (!placement.cuda()
                && stored == wanted
                && Tensors.scalarType(bytes.dtype()) == wanted
                && lasts(bytes)) {
            Optional<Tensor> mapped = Tensors.over(bytes);
            if (mapped.isPresent()) {
                return mapped.get();
            }
        }
        Tensor copied =
                PointerScopes.keep(
                        () -> {
                            Tensor rounded = Tensors.of(bytes, stored, placement);
                            return rounded.scalar_type() == wanted ? rounded : rounded.to(wanted);
                        });
        Pages.forget(bytes.bytes());
        return copied;
    }

    // What an adapter brings in a weight's place lies in another file.
    private boolean lasts(TensorBytes bytes) {
        return lasting != null
                && lasting.has(bytes.name())
                && lasting.get(bytes.name()).bytes().address() == bytes.bytes().address();
    }

    @Override
    public Matrix matrix(String name, long outputs, long inputs) {
        if (quantization == null) {
            return new Matrix.Dense(get(name, outputs, inputs));
        }
        long[] shape = {outputs, inputs};
        TensorBytes bytes = found(name, shape);
        Matrix matrix =
                switch (quantization.type()) {
                    case NF4 ->
                            new Nf4Matrix(
                                    new Elements(bytes), shape, quantization.doubled(), placement);
                    case INT8 -> new Int8Matrix(new Elements(bytes), shape, placement);
                };
        Pages.forget(bytes.bytes());
        return matrix;
    }

    private TensorBytes found(String name, long... shape) {
        TensorBytes bytes = WeightNames.find(source, name);
        WeightNames.requireShape(bytes, shape);
        if (bytes.dtype() == DType.BOOL) {
            throw new ModelException(name + " holds truth values, not weights");
        }
        return bytes;
    }
}
