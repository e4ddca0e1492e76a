package dev.tagwerk.spec;

/** Where a job computes. */
public enum Device implements Word {
    /** A GPU when one can be used, the CPU otherwise. */
    AUTO,
    CPU,
    CUDA
}
