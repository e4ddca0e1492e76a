package dev.tagwerk.spec;

/** What a job does. */
public enum Kind implements Word {
    /** Adapts a model to rows of data. */
    TRAINING,
    /** Measures a model, with and without its adapter, on rows it has not seen. */
    EVALUATION,
    /** Runs a container image. */
    CONTAINER
}
