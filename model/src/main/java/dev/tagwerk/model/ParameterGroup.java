package dev.tagwerk.model;

/** Trainable tensors that share a learning rate and a weight decay. */
public enum ParameterGroup {
    /** LoRA's A and B. */
    ADAPTER,
    /** The decision head's matrices. */
    HEAD_MATRIX,
    /** The decision head's norm and biases. */
    HEAD_VECTOR,
    /** Matrices of the base, under full fine-tuning. */
    BASE_MATRIX,
    /** Norms and biases of the base, under full fine-tuning. */
    BASE_VECTOR
}
