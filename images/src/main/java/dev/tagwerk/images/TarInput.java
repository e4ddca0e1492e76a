package dev.tagwerk.images;

import java.io.IOException;

/** Where the bytes of a tar come from; skipping costs nothing where the bytes lie in a file. */
interface TarInput {
    /** Fills the span; less than {@code length} only at the end of the input. */
    int read(byte[] into, int offset, int length) throws IOException;

    /** Passes over bytes; less than {@code bytes} only at the end of the input. */
    long skip(long bytes) throws IOException;

    /** Bytes passed so far. */
    long position();
}
