package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;

/**
 * A frozen base's weights, but for those of which an adapter trains a copy. Where the base's head
 * is its embedding, a copy of the one leaves the other as it was, as in PEFT.
 */
record TrainedWeights(FrozenWeights frozen, Parameters trained, boolean tied)
        implements WeightSource {
    private static final String HEAD = LoraNames.HEAD + ".weight";
    private static final String EMBEDDING = LoraNames.EMBEDDING + ".weight";

    @Override
    public Tensor get(String name, long... shape) {
        if (trained.has(name)) {
            return trained.leaf(name);
        }
        return frozen.get(tied && name.equals(HEAD) ? EMBEDDING : name, shape);
    }

    @Override
    public Matrix matrix(String name, long outputs, long inputs) {
        return trained.has(name)
                ? new Matrix.Dense(trained.leaf(name))
                : frozen.matrix(name, outputs, inputs);
    }

    @Override
    public boolean ownHead() {
        return trained.has(HEAD) || trained.has(EMBEDDING);
    }
}
