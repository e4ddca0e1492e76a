package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Tensors that outlive the scope in which they were made, until this is closed. */
final class Kept implements AutoCloseable {
    private final List<Tensor> tensors = new ArrayList<>();

    Tensor keep(Tensor tensor) {
        tensor.retainReference();
        tensors.add(tensor);
        return tensor;
    }

    @Override
    public void close() {
        tensors.forEach(Tensor::releaseReference);
        tensors.clear();
    }
}
