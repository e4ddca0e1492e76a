package dev.tagwerk.spec;

/** What the model learns to do. */
public enum Task implements Word {
    /** Answers typed questions about a state by pointing at one of the listed options. */
    DECISION,
    /** Continues text. */
    CAUSAL_LM
}
