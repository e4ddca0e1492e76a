package dev.tagwerk.formats;

/** How much of a file is read: far above any real one, far below what hurts. */
final class Limits {
    static final int BYTES = 4 << 20;
    static final int DEPTH = 100;
    static final int VALUES = 200_000;
    static final int ALIASES = 1_000;
    static final int DOCUMENTS = 1_000;

    private Limits() {}
}
