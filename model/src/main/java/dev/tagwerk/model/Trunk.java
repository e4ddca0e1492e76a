package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;

/** The network between the ids and the last hidden states, run once forwards and once backwards. */
interface Trunk extends AutoCloseable {
    /** Hidden states after the final norm at the selected positions, without a graph. */
    Tensor hidden();

    /**
     * Adds all parameters' gradients to the worker's buffer; {@code arriving} may be written over.
     */
    void backward(Tensor arriving);

    @Override
    void close();
}
