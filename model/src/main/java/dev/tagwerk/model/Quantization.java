package dev.tagwerk.model;

/**
 * In how many bits the matrices of frozen blocks are kept; embeddings, norms, biases and the output
 * matrix stay as they are.
 *
 * @param type what an element becomes
 * @param doubled whether NF4's block scales are quantised themselves (Dettmers et al. 2023,
 *     arXiv:2305.14314, section 3); 8-bit matrices have one scale a row and nothing to gain
 */
public record Quantization(Type type, boolean doubled) {
    /** What an element becomes. */
    public enum Type {
        /** 4 bits: one of 16 quantiles of a normal distribution, times the scale of its block. */
        NF4,
        /** 8 bits: -127 to 127, times the scale of its row. */
        INT8
    }
}
