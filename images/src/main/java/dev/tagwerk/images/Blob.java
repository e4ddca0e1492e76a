package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The bytes of a blob, wherever they lie.
 *
 * @param place for messages
 * @param descriptor how the image names it
 * @param digestNames which bytes the digest is that of
 * @param region where its bytes lie in a file; empty when they come over a network
 * @param opener its bytes from the first on
 */
record Blob(
        String place,
        Descriptor descriptor,
        Stage digestNames,
        Optional<FileRegion> region,
        Opener opener) {

    /** A layer before and after its compression is undone. */
    enum Stage {
        STORED,
        UNPACKED
    }

    /** Begins to read. */
    interface Opener {
        InputStream open() throws IOException;
    }

    static Blob of(String place, Descriptor descriptor, Stage digestNames, FileRegion region) {
        return new Blob(place, descriptor, digestNames, Optional.of(region), region::open);
    }

    InputStream open() throws IOException {
        return opener.open();
    }
}
