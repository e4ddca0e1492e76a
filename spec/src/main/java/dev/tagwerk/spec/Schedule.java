package dev.tagwerk.spec;

/** How the learning rate falls after the warm-up. */
public enum Schedule implements Word {
    /** Half a cosine down to zero. */
    COSINE,
    /** A straight line down to zero. */
    LINEAR,
    /** No fall. */
    CONSTANT
}
