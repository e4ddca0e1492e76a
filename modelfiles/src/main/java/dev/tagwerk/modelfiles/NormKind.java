package dev.tagwerk.modelfiles;

/** How a decoder normalises; always over the last dimension. */
public enum NormKind {
    /** {@code x / rms(x) * weight} (Zhang and Sennrich 2019, arXiv:1910.07467). */
    RMS,
    /** {@code x / rms(x) * (1 + weight)}, Gemma's. */
    RMS_OFFSET,
    /** Mean and variance, with weight and bias (Ba et al. 2016, arXiv:1607.06450). */
    LAYER
}
