package dev.tagwerk.spec;

/** Which weights a training job changes. */
public enum Method implements Word {
    /** Low-rank adapters beside frozen linear layers (Hu et al. 2021, arXiv:2106.09685). */
    LORA,
    /**
     * The same over a base whose blocks are kept in few bits (Dettmers et al. 2023,
     * arXiv:2305.14314).
     */
    QLORA,
    /** Every weight of the model. */
    FULL;

    /** Whether what is trained is an adapter beside a frozen base. */
    public boolean adapts() {
        return this != FULL;
    }
}
