package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
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
        if (blob.region().isEmpty() || blob.descriptor().size() < 18) {
            return OptionalLong.empty();
        }
        FileRegion region = blob.region().get();
        FileRegion tail =
                new FileRegion(region.channel(), region.offset() + region.length() - 4, 4);
        try (InputStream start = region.open();
                InputStream end = tail.open()) {
            byte[] magic = start.readNBytes(2);
            return Compression.of(magic, magic.length) == Compression.GZIP
                    ? of(end.readNBytes(4), blob.descriptor().size())
                    : OptionalLong.empty();
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
