package dev.tagwerk.spec;

/** Which weights a training job changes. */
public enum Method implements Word {
    /** Low-rank adapters beside frozen linear layers (Hu et al. 2021, arXiv:2106.09685). */
    LORA,
    /** Every weight of the model. */
    FULL
}
