package dev.tagwerk.preflight;

import java.util.OptionalLong;

/**
 * What a data set takes.
 *
 * @param bytes of its files, as they lie there or are downloaded
 * @param prepared what {@code datasets} makes of them in its cache, where that is stated
 */
public record DataSize(long bytes, OptionalLong prepared) {
    public DataSize {
        if (bytes < 0 || prepared.orElse(0) < 0) {
            throw new PreflightException("a data set has no fewer than 0 bytes");
        }
    }

    /** Of files that nothing more is known about. */
    public static DataSize of(long bytes) {
        return new DataSize(bytes, OptionalLong.empty());
    }
}
