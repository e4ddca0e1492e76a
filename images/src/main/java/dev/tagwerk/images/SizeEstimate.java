package dev.tagwerk.images;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long a layer is unpacked, from its last four bytes: gzip's trailer (RFC 1952, ISIZE) has the
 * length modulo 2^32. An estimate: the whole multiples are guessed, and a layer of several members
 * tells only of its last.
 */
final class SizeEstimate {
    /** Layers of wheels and libraries shrink about so much; used to guess whole multiples. */
    private static final double USUAL = 2.0;

    private SizeEstimate() {}

    static OptionalLong of(Blob blob) {
        long stored = blob.descriptor().size();
        if (stored < 18) {
            return OptionalLong.empty();
        }
        try {
            // Over a network a media type is believed, so that one request is enough.
            boolean gzip =
                    blob.region().isPresent()
                            ? blob.parts()
                                    .read(0, 2)
                                    .filter(one -> Compression.of(one, 2) == Compression.GZIP)
                                    .isPresent()
                            : blob.descriptor().mediaType().endsWith("gzip");
            Optional<byte[]> trailer = gzip ? blob.parts().read(stored - 4, 4) : Optional.empty();
            return trailer.isPresent() ? of(trailer.get(), stored) : OptionalLong.empty();
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong of(byte[] trailer, long stored) {
        if (trailer.length < 4) {
            return OptionalLong.empty();
        }
        long size =
                trailer[0] & 0xff
                        | (trailer[1] & 0xff) << 8
                        | (trailer[2] & 0xff) << 16
                        | (trailer[3] & 0xffL) << 24;
        long multiple = 1L << 32;
        long whole = Math.max(0, Math.round((stored * USUAL - size) / multiple));
        return OptionalLong.of(size + whole * multiple);
    }
}
