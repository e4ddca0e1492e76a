package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;

/** Where a decoder takes its tensors from: a frozen copy of the files, or trainable parameters. */
@FunctionalInterface
interface WeightSource {
    /**
     * The tensor of this checkpoint name, e.g. {@code model.layers.0.mlp.up_proj.weight}.
     *
     * @throws ModelException when it is missing or has another shape
     */
    Tensor get(String name, long... shape);

    /** The matrix of a linear map of a block, {@code [out, in]}, which may be quantised. */
    default Matrix matrix(String name, long outputs, long inputs) {
        return new Matrix.Dense(get(name, outputs, inputs));
    }

    /** Whether the output matrix is another than an embedding that it is tied to in the base. */
    default boolean ownHead() {
        return false;
    }
}
