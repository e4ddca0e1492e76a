package dev.tagwerk.modelfiles;

/**
 * What a training process holds whatever it trains: the only numbers of the estimate that were
 * measured, not derived. {@code bench/estimate.sh} compares them with real runs.
 */
final class ProcessBytes {
    private static final long MIB = 1 << 20;

    /** Memory of the JVM and of libtorch that only this process has. */
    static final long BASE = 185 * MIB;

    /**
     * Pages of the programs themselves: shared with other processes, and read again when dropped.
     */
    static final long PROGRAMS = 110 * MIB;

    /** What the kernels of one worker thread pack matrices into. */
    static final long WORKER = 8 * MIB;

    /** Products in bf16 that oneDNN has compiled for the shapes of rows, and keeps. */
    static final long COMPILED = 35 * MIB;

    /**
     * A tokenizer's tables, for each byte of {@code tokenizer.json}: 16.8 to 18.9 with those of
     * Llama 3.1, Qwen3 and Gemma 3, 11 with Llama 2's small one.
     */
    static final double TOKENIZER = 18;

    /** The Java heap for each row, and for each token of it. */
    static final long ROW = 400;

    static final long TOKEN = 6;

    /** A CUDA context with the modules of libtorch's kernels; not measured here. */
    static final long CUDA_CONTEXT = 600 * MIB;

    private ProcessBytes() {}
}
