package dev.tagwerk.model;

import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.TensorSource;
import java.util.ArrayList;
import java.util.List;

/** Checkpoint names: with the {@code model.} prefix of a causal language model, or without it. */
final class WeightNames {
    private WeightNames() {}

    static TensorBytes find(TensorSource files, String name) {
        if (files.has(name)) {
            return files.get(name);
        }
        String bare = name.startsWith("model.") ? name.substring("model.".length()) : name;
        if (files.has(bare)) {
            return files.get(bare);
        }
        throw new ModelException(
                "the model's weights lack the tensor "
                        + (files instanceof NamedWeights named ? named.inFile(name) : name)
                        + "; is this a checkpoint of the architecture that config.json names?");
    }

    static void requireShape(TensorBytes bytes, long... shape) {
        List<Long> wanted = new ArrayList<>();
        for (long size : shape) {
            wanted.add(size);
        }
        if (!bytes.shape().equals(wanted)) {
            throw new ModelException(
                    "tensor "
                            + bytes.name()
                            + " has shape "
                            + bytes.shape()
                            + " where config.json implies "
                            + wanted);
        }
    }
}
