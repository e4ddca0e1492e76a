package dev.tagwerk.images;

/** How a layer is stored, told by its first bytes. */
public enum Compression {
    NONE,
    GZIP,
    ZSTD,
    UNKNOWN;

    /** Bytes needed to tell. */
    static final int MAGIC = 512;

    static Compression of(byte[] start, int length) {
        if (length >= 2 && (start[0] & 0xff) == 0x1f && (start[1] & 0xff) == 0x8b) {
            return GZIP;
        }
        if (length >= 4
                && start[0] == 0x28
                && (start[1] & 0xff) == 0xb5
                && start[2] == 0x2f
                && (start[3] & 0xff) == 0xfd) {
            return ZSTD;
        }
        // zstd:chunked begins with a skippable frame.
        if (length >= 4
                && (start[0] & 0xf0) == 0x50
                && start[1] == 0x2a
                && start[2] == 0x4d
                && start[3] == 0x18) {
            return ZSTD;
        }
        if (length == MAGIC && (TarHeader.isZero(start) || TarHeader.checksumHolds(start))) {
            return NONE;
        }
        return UNKNOWN;
    }
}
