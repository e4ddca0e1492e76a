package dev.tagwerk.spec;

/** How much of a job file is read; far above any real one, far below what hurts. */
final class Limits {
    static final int BYTES = 1 << 20;
    static final int DEPTH = 32;
    static final int ALIASES = 64;
    static final int NODES = 20_000;

    private Limits() {}
}
