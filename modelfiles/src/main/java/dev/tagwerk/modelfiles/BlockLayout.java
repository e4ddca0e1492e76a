package dev.tagwerk.modelfiles;

import java.util.List;

/** In which order a block normalises and adds; {@code norms} are the names of its norms. */
public enum BlockLayout {
    /** {@code x += attention(norm(x)); x += feedForward(norm(x))}, as Llama. */
    SERIAL("input_layernorm", "post_attention_layernorm"),
    /** The same with a second norm behind each of the two, before it is added: Gemma 2 and 3. */
    SANDWICH(
            "input_layernorm",
            "post_attention_layernorm",
            "pre_feedforward_layernorm",
            "post_feedforward_layernorm"),
    /** {@code x += attention(norm(x)) + feedForward(norm(x))}, one norm for both: Falcon 7B. */
    PARALLEL("input_layernorm"),
    /** The same with a norm for each: Falcon 40B. */
    PARALLEL_TWO_NORMS("ln_attn", "ln_mlp");

    private final List<String> norms;

    BlockLayout(String... norms) {
        this.norms = List.of(norms);
    }

    /** In the order in which a pass meets them. */
    public List<String> norms() {
        return norms;
    }

    /** Whether attention and feed-forward read the same stream. */
    public boolean parallel() {
        return this == PARALLEL || this == PARALLEL_TWO_NORMS;
    }
}
