package dev.tagwerk.model;

import dev.tagwerk.modelfiles.TensorBytes;
import java.util.Arrays;

/**
 * The name, shape and kind of one trainable tensor.
 *
 * @param name as it is saved, e.g. {@code layers.0.self_attn.q_proj.lora_A.weight}
 * @param shape sizes
 * @param group which optimiser settings apply
 * @param initial how it starts
 */
record Parameter(String name, long[] shape, ParameterGroup group, Initial initial) {
    /** How a parameter starts. */
    sealed interface Initial {
        /** All elements the same. */
        record Constant(float value) implements Initial {}

        /** Uniform in (-bound, bound), from the seed and the parameter's name. */
        record Uniform(double bound) implements Initial {}

        /** Normal with mean 0, from the seed and the parameter's name. */
        record Normal(double deviation) implements Initial {}

        /** As stored; read while {@link Parameters} are made, not later. */
        record Stored(TensorBytes values) implements Initial {}
    }

    long size() {
        return Arrays.stream(shape).reduce(1, Math::multiplyExact);
    }
}
