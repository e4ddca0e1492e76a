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
 * @param parts some of its bytes, without the others
 */
record Blob(
        String place,
        Descriptor descriptor,
        Stage digestNames,
        Optional<FileRegion> region,
        Opener opener,
        Parts parts) {

    /** A layer before and after its compression is undone. */
    enum Stage {
        STORED,
        UNPACKED
    }

    /** Begins to read. */
    interface Opener {
        InputStream open() throws IOException;
    }

    /** Reads a few bytes; empty where that would mean to read all. */
    interface Parts {
        Optional<byte[]> read(long from, int length) throws IOException;
    }

    static Blob of(String place, Descriptor descriptor, Stage digestNames, FileRegion region) {
        return new Blob(
                place,
                descriptor,
                digestNames,
                Optional.of(region),
                region::open,
                (from, length) -> Optional.of(region.part(from, length)));
    }

    InputStream open() throws IOException {
        return opener.open();
    }
}
